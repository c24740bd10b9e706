<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** A request to a webhook was not signed by the service, or is too old. */
final class SignatureException extends InvoicingException
{
}
