<?php

declare(strict_types=1);

namespace InvoicingClient;

/** What a client authenticates with. */
final class Credentials
{
    private function __construct(
        public readonly ?string $apiKey = null,
        public readonly ?string $email = null,
        #[\SensitiveParameter] public readonly ?string $password = null,
        public readonly ?Tokens $tokens = null,
    ) {
    }

    /** An API key (`POST /api/v1/api-tokens`): does not expire by itself, has the scopes that were chosen for it. */
    public static function apiKey(#[\SensitiveParameter] string $key): self
    {
        return new self(apiKey: $key);
    }

    /** Logs in when needed, and again when the refresh token has ended. Not for accounts with a second factor. */
    public static function login(string $email, #[\SensitiveParameter] string $password): self
    {
        return new self(email: $email, password: $password);
    }

    /** The tokens of a login made elsewhere, for example with a second factor or a passkey. */
    public static function tokens(Tokens $tokens): self
    {
        return new self(tokens: $tokens);
    }
}
