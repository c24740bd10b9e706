<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 5xx: the service failed. */
final class ServiceException extends ApiException
{
}
