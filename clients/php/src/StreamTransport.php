<?php

declare(strict_types=1);

namespace InvoicingClient;

use InvoicingClient\Errors\NetworkException;

/** By the streams of PHP, where ext-curl is missing. A GET follows redirects, to another host without the credentials. */
final class StreamTransport implements Transport
{
    private const MOST_REDIRECTS = 3;

    public function send(string $method, string $url, array $headers, ?string $body, float $timeout): Response
    {
        for ($made = 0; $made <= self::MOST_REDIRECTS; $made++) {
            $response = $this->exchange($method, $url, $headers, $body, $timeout);
            $target = $response->headers['location'] ?? null;
            if ($method !== 'GET' || $target === null || $response->status < 300 || $response->status >= 400) {
                return $response;
            }
            if (str_starts_with($target, '/')) {
                $target = self::origin($url) . $target;
            }
            $headers = self::origin($target) === self::origin($url) ? $headers : [];
            $url = $target;
        }
        throw new NetworkException('The service redirected too often.');
    }

    /** @param array<string, string> $headers */
    private function exchange(string $method, string $url, array $headers, ?string $body, float $timeout): Response
    {
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $options = [
            'method' => $method,
            'header' => [...$lines, 'connection: close'],
            'content' => $body ?? '',
            'timeout' => $timeout > 0 ? $timeout : (float) PHP_INT_MAX,
            'ignore_errors' => true,
            'follow_location' => 0,
            'protocol_version' => 1.1,
        ];
        $stream = @fopen($url, 'r', false, stream_context_create(['http' => $options]));
        $content = $stream === false ? false : stream_get_contents($stream);
        if ($stream === false || $content === false) {
            throw new NetworkException("$method $url: " . (error_get_last()['message'] ?? 'no answer'));
        }
        $state = stream_get_meta_data($stream);
        fclose($stream);
        if ($state['timed_out']) {
            throw new NetworkException("$method $url: no answer in $timeout s");
        }
        /** @var list<string> $received */
        $received = is_array($state['wrapper_data'] ?? null) ? $state['wrapper_data'] : [];
        return self::responseOf($received, $content);
    }

    /** @param list<string> $lines */
    private static function responseOf(array $lines, string $content): Response
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/\S+ (\d+)~', $line, $match) === 1) {
                $status = (int) $match[1];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return new Response($status, $headers, $content);
    }

    private static function origin(string $url): string
    {
        return preg_match('~^https?://[^/]+~', $url, $match) === 1 ? $match[0] : '';
    }
}
