<?php

declare(strict_types=1);

namespace InvoicingClient;

/** The tokens of a login. Refresh tokens are good for one use. */
final class Tokens
{
    public function __construct(public readonly string $token, public readonly ?string $refreshToken = null)
    {
    }
}
