<?php

declare(strict_types=1);

use InvoicingClient\Credentials;
use InvoicingClient\Errors\AuthenticationException;
use InvoicingClient\Errors\InvoicingException;
use InvoicingClient\Tokens;

/** A service whose first access token has expired. */
$service = static fn (array $one) => match ($one['target']) {
    '/api/auth' => json(200, ['token' => 't1', 'refresh_token' => 'r1']),
    '/api/auth/token/refresh' => str_contains((string) $one['body'], '"r1"') ? json(200, ['token' => 't2', 'refresh_token' => 'r2']) : json(401, []),
    default => ($one['headers']['authorization'] ?? '') === 'Bearer t2' ? json(200, []) : json(401, ['error' => 'expired']),
};

return [
    'logins are made when needed, and refreshed once' => static function () use ($service): void {
        $tokens = [];
        $keep = static function (Tokens $got) use (&$tokens): void {
            $tokens[] = "$got->token $got->refreshToken";
        };
        [$client, $transport] = clientOf($service, credentials: Credentials::login('a@b.example', 'secret'), onTokens: $keep);
        $client->companies->list();
        $client->companies->list();
        $paths = ['/api/auth', '/api/v1/companies', '/api/auth/token/refresh', '/api/v1/companies', '/api/v1/companies'];
        same($paths, array_column($transport->sent, 'target'));
        same(['t1 r1', 't2 r2'], $tokens);
        same(false, isset($transport->sent[0]['headers']['idempotency-key']));
    },
    'logins of elsewhere end when the refresh token has ended' => static function () use ($service): void {
        [$client] = clientOf($service, credentials: Credentials::tokens(new Tokens('old', 'used')));
        thrown(AuthenticationException::class, static fn () => $client->companies->list());
        $error = thrown(InvoicingException::class, static fn () => $client->companies->list());
        same('The tokens have ended: log in again.', $error->getMessage());
    },
    'logins with a second factor are refused with what to do' => static function (): void {
        [$client] = clientOf(static fn () => json(200, ['mfaRequired' => true]), credentials: Credentials::login('a@b.example', 'secret'));
        same(true, str_contains(thrown(InvoicingException::class, static fn () => $client->companies->list())->getMessage(), 'second factor'));
    },
];
