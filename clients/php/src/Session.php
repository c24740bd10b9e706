<?php

declare(strict_types=1);

namespace InvoicingClient;

use InvoicingClient\Errors\ApiException;
use InvoicingClient\Errors\InvoicingException;

/** Keeps the tokens of one login. */
final class Session
{
    private ?Tokens $tokens;

    /**
     * @param \Closure(Request): Response $send
     * @param (\Closure(Tokens): void)|null $onTokens
     */
    public function __construct(
        private readonly Credentials $credentials,
        private readonly \Closure $send,
        private readonly ?\Closure $onTokens = null,
    ) {
        $this->tokens = $credentials->tokens;
    }

    /** The value of `Authorization`. @throws ApiException when the login is refused */
    public function authorization(): string
    {
        if ($this->credentials->apiKey !== null) {
            return $this->credentials->apiKey;
        }
        $tokens = $this->tokens ?? $this->renewed();
        if ($tokens === null) {
            throw new InvoicingException('The tokens have ended: log in again.');
        }
        return "Bearer $tokens->token";
    }

    /** After a 401: gets another token. False if there is none to get. */
    public function renew(): bool
    {
        return $this->credentials->apiKey === null && $this->renewed() !== null;
    }

    private function renewed(): ?Tokens
    {
        $refreshToken = $this->tokens?->refreshToken;
        $got = $refreshToken === null ? null : $this->refresh($refreshToken);
        $this->tokens = $got ?? $this->logIn();
        if ($this->tokens !== null && $this->onTokens !== null) {
            ($this->onTokens)($this->tokens);
        }
        return $this->tokens;
    }

    private function refresh(string $refreshToken): ?Tokens
    {
        $response = ($this->send)(new Request('POST', '/api/auth/token/refresh', body: ['refresh_token' => $refreshToken]));
        return $response->isSuccessful() ? self::tokensOf($response) : null;
    }

    private function logIn(): ?Tokens
    {
        ['email' => $email, 'password' => $password] = get_object_vars($this->credentials);
        if ($email === null) {
            return null;
        }
        $response = ($this->send)(new Request('POST', '/api/auth', body: ['email' => $email, 'password' => $password]));
        if (!$response->isSuccessful()) {
            throw ApiException::of($response);
        }
        return self::tokensOf($response) ?? throw new InvoicingException(
            'The account has a second factor: use an API key, or log in yourself and give the tokens.',
        );
    }

    /** Null for the answer to a login that waits for the second factor. */
    private static function tokensOf(Response $response): ?Tokens
    {
        $body = $response->json();
        $token = is_array($body) ? ($body['token'] ?? null) : null;
        $refreshToken = is_array($body) ? ($body['refresh_token'] ?? null) : null;
        return is_string($token) ? new Tokens($token, is_string($refreshToken) ? $refreshToken : null) : null;
    }
}
