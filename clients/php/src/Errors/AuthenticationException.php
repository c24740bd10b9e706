<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 401: the credentials are missing, wrong or expired. */
final class AuthenticationException extends ApiException
{
}
