<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 403: the caller may not do this. */
final class PermissionDeniedException extends ApiException
{
}
