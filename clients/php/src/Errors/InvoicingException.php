<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** Any error of this package. */
class InvoicingException extends \RuntimeException
{
}
