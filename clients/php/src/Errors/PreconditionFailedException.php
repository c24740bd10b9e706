<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 412: the record was changed since it was read (`ifMatch`). */
final class PreconditionFailedException extends ApiException
{
}
