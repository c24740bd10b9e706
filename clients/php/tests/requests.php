<?php

declare(strict_types=1);

use InvoicingClient\Errors\NetworkException;
use InvoicingClient\Errors\RateLimitedException;
use InvoicingClient\Errors\ServiceException;
use InvoicingClient\Request;
use InvoicingClient\Response;
use InvoicingClient\Retry;
use InvoicingClient\UploadedFile;

return [
    'requests have credential, company and a key that every attempt repeats' => static function (): void {
        [$client, $transport, $waits] = clientOf(static fn (array $_, int $place) => match ($place) {
            0 => null,
            1 => json(503, []),
            default => json(201, ['invoice' => ['id' => 'i1']]),
        });
        $body = ['clientId' => 'k1', 'lines' => [['description' => 'Consultanță', 'quantity' => 1.5, 'unitPrice' => 200]]];
        same(['invoice' => ['id' => 'i1']], $client->draftInvoice($body));
        same(3, count($transport->sent));
        same(2, count($waits));
        ['method' => $method, 'target' => $target, 'headers' => $headers, 'body' => $sent] = $transport->sent[0];
        same(['POST', '/api/v1/invoices', 'af_1', 'c1'], [$method, $target, $headers['authorization'], $headers['x-company']]);
        same(1, preg_match('/^[0-9a-f]{32}$/', $headers['idempotency-key']));
        same('{"clientId":"k1","lines":[{"description":"Consultanță","quantity":1.5,"unitPrice":200}]}', $sent);
        same([$transport->sent[0], $transport->sent[0]], array_slice($transport->sent, 1));
    },
    'requests take company and key of the call' => static function (): void {
        [$client, $transport] = clientOf(static fn () => json(200, []));
        $client->invoices->issue('a/b', company: 'c2', idempotencyKey: 'order-1');
        $headers = $transport->sent[0]['headers'];
        same(['/api/v1/invoices/a%2Fb/issue', 'c2', 'order-1'], [$transport->sent[0]['target'], $headers['x-company'], $headers['idempotency-key']]);
    },
    'requests wait as long as the service asks, but not longer than allowed' => static function (): void {
        [$client, , $waits] = clientOf(static fn (array $_, int $place) => $place === 0 ? json(429, [], ['retry-after' => '7']) : json(200, []));
        $client->companies->list();
        same([7.0], $waits->getArrayCopy());
        [$busy, $transport] = clientOf(static fn () => json(429, ['error' => 'Rate limit exceeded.'], ['retry-after' => '600']));
        $error = thrown(RateLimitedException::class, static fn () => $busy->companies->list());
        same([600, 'rate_limited', 'Rate limit exceeded.', 1], [$error->retryAfter, $error->errorCode, $error->getMessage(), count($transport->sent)]);
    },
    'requests end after the last attempt' => static function (): void {
        [$client, $transport] = clientOf(static fn () => new Response(502, [], '<html>'), retry: new Retry(attempts: 3), timeout: 5.0);
        same(502, thrown(ServiceException::class, static fn () => $client->companies->list())->status);
        same([3, 5.0], [count($transport->sent), $transport->sent[0]['timeout']]);
        [$gone, $nobody] = clientOf(static fn () => null);
        thrown(NetworkException::class, static fn () => $gone->companies->list());
        same(4, count($nobody->sent));
    },
    'requests are not repeated when that could do the work twice' => static function (): void {
        [$client, $transport] = clientOf(static fn () => json(503, []));
        thrown(ServiceException::class, static fn () => $client->clients->update('k1', ['name' => 'A']));
        same(1, count($transport->sent));
    },
    'requests send queries, lists and uploads' => static function (): void {
        [$client, $transport] = clientOf(static fn () => json(200, ['data' => [], 'total' => 0]));
        $client->invoices->list(status: ['issued', 'paid'], isPaid: true, from: '2026-11-01');
        same('/api/v1/invoices?status=issued%2Cpaid&from=2026-11-01&isPaid=true', $transport->sent[0]['target']);
        $client->request(new Request('GET', '/any', query: ['metadata' => ['shop order' => '4711', 'paid' => true]]));
        same('/any?metadata%5Bshop%20order%5D=4711&metadata%5Bpaid%5D=true', $transport->sent[1]['target']);
        $client->companies->uploadLogo('c1', ['logo' => new UploadedFile("\x89PNG", 'logo.png')]);
        ['headers' => $headers, 'body' => $body] = $transport->sent[2];
        same(true, str_starts_with($headers['content-type'], 'multipart/form-data; boundary='));
        same(true, str_contains((string) $body, "name=\"logo\"; filename=\"logo.png\"\r\n") && str_contains((string) $body, "\r\n\r\n\x89PNG\r\n--"));
        $client->invoices->cancel('i1', []);
        same('{}', $transport->sent[3]['body']);
    },
];
