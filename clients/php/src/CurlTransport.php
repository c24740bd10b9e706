<?php

declare(strict_types=1);

namespace InvoicingClient;

use InvoicingClient\Errors\NetworkException;

/** By ext-curl, which keeps connections open. A GET follows redirects, to another host without the credentials. */
final class CurlTransport implements Transport
{
    private ?\CurlHandle $handle = null;

    public function send(string $method, string $url, array $headers, ?string $body, float $timeout): Response
    {
        $handle = $this->handle ??= curl_init();
        curl_reset($handle);
        /** @var array<string, string> $received */
        $received = [];
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        curl_setopt_array($handle, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            // Without "Expect: 100-continue", for which curl would wait.
            CURLOPT_HTTPHEADER => [...$lines, 'expect:'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => $method === 'GET',
            CURLOPT_MAXREDIRS => 3,
            CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$received): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $received = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $received[strtolower($name)] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($body !== null || $method === 'POST') {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $body ?? '');
        }
        $content = curl_exec($handle);
        if (!is_string($content)) {
            throw new NetworkException("$method $url: " . curl_error($handle));
        }
        return new Response(curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $received, $content);
    }
}
