<?php

declare(strict_types=1);

use InvoicingClient\Errors\NetworkException;
use InvoicingClient\Response;
use InvoicingClient\Transport;

/** Answers each request by a function of it and of how many came before; null is a failure of the network. */
final class ScriptedTransport implements Transport
{
    /** @var list<array{method: string, target: string, headers: array<string, string>, body: ?string, timeout: float}> */
    public array $sent = [];

    /** @param Closure(array{method: string, target: string, headers: array<string, string>, body: ?string, timeout: float}, int): ?Response $answer */
    public function __construct(private readonly Closure $answer)
    {
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $timeout): Response
    {
        $target = substr($url, strlen('https://api.example.com'));
        $one = ['method' => $method, 'target' => $target, 'headers' => $headers, 'body' => $body, 'timeout' => $timeout];
        $this->sent[] = $one;
        return ($this->answer)($one, count($this->sent) - 1) ?? throw new NetworkException('The connection was reset.');
    }
}
