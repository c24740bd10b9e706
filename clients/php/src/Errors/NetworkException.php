<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** The service could not be reached, or did not answer in time. */
final class NetworkException extends InvoicingException
{
}
