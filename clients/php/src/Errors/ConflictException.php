<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 409: the state of the record does not allow it. */
final class ConflictException extends ApiException
{
}
