<?php

declare(strict_types=1);

namespace InvoicingClient;

/** An answer of the service. Names of headers are in lower case. */
final class Response
{
    /** @param array<string, string> $headers */
    public function __construct(public readonly int $status, public readonly array $headers, public readonly string $body)
    {
    }

    /** The parsed body; null if it is not JSON. */
    public function json(): mixed
    {
        return json_decode($this->body, true);
    }

    public function isSuccessful(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }
}
