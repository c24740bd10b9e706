<?php

declare(strict_types=1);

namespace InvoicingClient;

/** When a request is sent again, and after how long: exponential backoff with full jitter, or what the service says in `Retry-After`. */
final class Retry
{
    /** The wait before the first retry is at most this long; before each further one twice as long. */
    private const FIRST_WAIT = 0.25;

    /** Statuses of requests that the service has not begun, or may not have finished. */
    private const PASSING = [429, 502, 503, 504];

    /** Methods whose repetition changes nothing. A POST is repeated only with an `Idempotency-Key`. */
    private const REPEATABLE = ['GET', 'PUT', 'DELETE'];

    /**
     * @param int $attempts how often a request is sent at the most; 1 for no retries
     * @param float $longestWait the longest wait before another attempt, in seconds. A longer `Retry-After` is not waited for
     */
    public function __construct(public readonly int $attempts = 4, public readonly float $longestWait = 20.0)
    {
    }

    /**
     * The seconds before the next attempt; null to give up. There is no response after a failure of the network.
     *
     * @param array<string, string> $headers of the request
     */
    public function wait(string $method, array $headers, ?Response $response, int $made, float $random): ?float
    {
        $isRepeatable = in_array($method, self::REPEATABLE, true) || isset($headers['idempotency-key']);
        $hasPassing = $response === null || in_array($response->status, self::PASSING, true);
        if (!$isRepeatable || !$hasPassing || $made >= $this->attempts) {
            return null;
        }
        $asked = $response?->headers['retry-after'] ?? '';
        if (ctype_digit($asked)) {
            return (float) $asked <= $this->longestWait ? (float) $asked : null;
        }
        return min($this->longestWait, self::FIRST_WAIT * 2 ** ($made - 1)) * $random;
    }
}
