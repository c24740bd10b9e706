<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 404: there is no such record in this company. */
final class NotFoundException extends ApiException
{
}
