<?php

declare(strict_types=1);

namespace InvoicingClient;

use InvoicingClient\Errors\NetworkException;

/** Sends one HTTP request. */
interface Transport
{
    /**
     * @param array<string, string> $headers
     * @param float $timeout seconds
     * @throws NetworkException when there is no answer
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $timeout): Response;
}
