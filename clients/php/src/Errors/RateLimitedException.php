<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

/** 429: too many requests; `retryAfter` says how long to wait. */
final class RateLimitedException extends ApiException
{
}
