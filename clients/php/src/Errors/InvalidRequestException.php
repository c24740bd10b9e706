<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 400 and 422: the request has to be corrected; `details` names the fields. */
final class InvalidRequestException extends ApiException
{
}
