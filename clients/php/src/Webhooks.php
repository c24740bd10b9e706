<?php

declare(strict_types=1);

namespace InvoicingClient;

use InvoicingClient\Errors\SignatureException;
use InvoicingClient\Schema\Types;

/**
 * The signatures of webhooks (Standard Webhooks).
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class Webhooks
{
    /**
     * The event of a request to a webhook. Respond with 401 when SignatureException is thrown: the service did not send it, or not now.
     *
     * @param string $secret the whole text with `whsec_`
     * @param array<string, string> $headers of the request, in any case, such as those of getallheaders()
     * @param string $body the bytes as they arrived (`php://input`), not parsed and printed JSON
     * @param int $tolerance the seconds that the signature may be old
     * @return WebhookEvent
     */
    public static function verify(
        #[\SensitiveParameter] string $secret,
        array $headers,
        string $body,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        $given = array_change_key_case($headers);
        $timestamp = $given['webhook-timestamp'] ?? '';
        // Older requests may have been recorded and sent again.
        if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new SignatureException('The request is too old, or has no time.');
        }
        $key = base64_decode(str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret);
        $signed = ($given['webhook-id'] ?? '') . ".$timestamp.$body";
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        // Several signatures: after the secret was replaced, the old one is valid for a while.
        foreach (explode(' ', $given['webhook-signature'] ?? '') as $signature) {
            if (hash_equals($expected, $signature)) {
                /** @var WebhookEvent */
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        throw new SignatureException('The signature is wrong.');
    }
}
