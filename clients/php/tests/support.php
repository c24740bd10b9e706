<?php

declare(strict_types=1);

use InvoicingClient\Credentials;
use InvoicingClient\InvoicingClient;
use InvoicingClient\Response;

/** @param array<string, string> $headers */
function json(int $status, mixed $body, array $headers = []): Response
{
    return new Response($status, ['content-type' => 'application/json'] + $headers, json_encode($body, JSON_THROW_ON_ERROR));
}

/**
 * A client with an API key, unless told otherwise, whose waits take no time, and its transport.
 *
 * @return array{InvoicingClient, ScriptedTransport, ArrayObject<int, float>}
 */
function clientOf(Closure $answer, mixed ...$options): array
{
    $transport = new ScriptedTransport($answer);
    $waits = new ArrayObject();
    $given = $options + ['credentials' => Credentials::apiKey('af_1'), 'company' => 'c1'];
    $sleep = static fn (float $seconds) => $waits->append($seconds);
    return [new InvoicingClient('https://api.example.com/', ...$given, transport: $transport, sleep: $sleep), $transport, $waits];
}

function same(mixed $expected, mixed $given): void
{
    if ($expected !== $given) {
        $text = static fn (mixed $value): string => json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES) ?: gettype($value);
        throw new LogicException("expected {$text($expected)}, got {$text($given)}");
    }
}

/**
 * @template T of Throwable
 * @param class-string<T> $class
 * @return T
 */
function thrown(string $class, Closure $act): Throwable
{
    try {
        $act();
    } catch (Throwable $error) {
        if ($error instanceof $class) {
            return $error;
        }
        throw new LogicException("expected $class, got " . $error::class . ": {$error->getMessage()}");
    }
    throw new LogicException("expected $class, nothing was thrown");
}
