<?php

declare(strict_types=1);

use InvoicingClient\Errors\InvalidRequestException;
use InvoicingClient\Errors\NotFoundException;
use InvoicingClient\Errors\SignatureException;
use InvoicingClient\Pages;
use InvoicingClient\Request;
use InvoicingClient\Response;
use InvoicingClient\Webhooks;

$secret = 'whsec_' . base64_encode('0123456789abcdef0123456789abcdef');
$event = '{"id":"e1","type":"invoice.validated","data":{"name":"Țăndărică"}}';
$signature = base64_encode(hash_hmac('sha256', "e1.1000.$event", '0123456789abcdef0123456789abcdef', true));
$signed = ['Webhook-Id' => 'e1', 'webhook-timestamp' => '1000', 'webhook-signature' => "v1,AAAA v1,$signature"];

return [
    'answers are JSON, bytes or nothing' => static function (): void {
        [$client] = clientOf(static fn (array $_, int $place) => match ($place) {
            0 => new Response(200, ['content-type' => 'application/pdf'], '%PDF-'),
            default => new Response(204, [], ''),
        });
        same('%PDF-', $client->invoices->pdf('i1'));
        $client->clients->remove('k1');
    },
    'answers that are errors say what and where' => static function (): void {
        $error = ['code' => 'validation_error', 'message' => 'No.', 'details' => ['name' => ['is required']]];
        [$client] = clientOf(static fn (array $_, int $place) => match ($place) {
            0 => json(422, ['error' => $error], ['x-request-id' => 'r1']),
            default => json(404, ['error' => ['code' => 'not_found']]),
        });
        $got = thrown(InvalidRequestException::class, static fn () => $client->clients->create(['name' => '']));
        same([422, 'validation_error', 'No.'], [$got->status, $got->errorCode, $got->getMessage()]);
        same([['name' => ['is required']], 'r1', null], [$got->details, $got->requestId, $got->retryAfter]);
        thrown(NotFoundException::class, static fn () => $client->clients->get('k1'));
    },
    'answers of lists come page by page' => static function (): void {
        $pages = [['data' => [['id' => '1'], ['id' => '2']], 'total' => 3], ['data' => [['id' => '3']], 'total' => 3]];
        [$client, $transport] = clientOf(static fn (array $_, int $place) => json(200, $pages[$place]));
        $found = $client->invoices->listItems(status: ['issued'], limit: 2);
        same([], $transport->sent);
        same(['1', '2', '3'], array_column(iterator_to_array($found), 'id'));
        $targets = ['/api/v1/invoices?limit=2&status=issued&page=1', '/api/v1/invoices?limit=2&status=issued&page=2'];
        same($targets, array_column($transport->sent, 'target'));
        [$grouped] = clientOf(static fn () => json(200, ['data' => ['A' => [['id' => '1']], 'B' => [['id' => '2']]], 'total' => 2]));
        same(['1', '2'], array_column(iterator_to_array($grouped->clients->listItems()), 'id'));
        [$none] = clientOf(static fn () => json(200, ['data' => new stdClass(), 'total' => 0]));
        same([], iterator_to_array($none->clients->listItems()));
        $events = [['data' => [['id' => '1']], 'hasMore' => true, 'nextCursor' => 'c 1'], ['data' => [['id' => '2']], 'hasMore' => false, 'nextCursor' => 'c2']];
        [$later, $sent] = clientOf(static fn (array $_, int $place) => json(200, $events[$place]));
        $following = Pages::records(static fn (Request $one) => $later->request($one)->json(), new Request('GET', '/events', query: ['cursor' => null]));
        same(['1', '2'], array_column(iterator_to_array($following), 'id'));
        same(['/events?limit=100', '/events?cursor=c%201&limit=100'], array_column($sent->sent, 'target'));
        [$history] = clientOf(static fn () => json(200, ['invoiceHistory' => [['id' => '9']], 'invoiceCount' => 1]));
        same(['9'], array_column(iterator_to_array($history->clients->getItems('k1')), 'id'));
    },
    'webhooks of the service are accepted' => static function () use ($secret, $event, $signed): void {
        same('invoice.validated', Webhooks::verify($secret, $signed, $event, now: 1100)['type']);
    },
    'webhooks that were changed, recorded or made up are refused' => static function () use ($secret, $event, $signed): void {
        $refused = [
            [$signed, "$event ", 1000],
            [$signed, $event, 1301],
            [$signed, $event, 699],
            [['Webhook-Id' => 'e2'] + $signed, $event, 1000],
            [['webhook-signature' => 'v1,AAAA'] + $signed, $event, 1000],
            [['webhook-timestamp' => 'never'] + $signed, $event, 1000],
            [[], $event, 1000],
        ];
        foreach ($refused as [$headers, $body, $now]) {
            thrown(SignatureException::class, static fn () => Webhooks::verify($secret, $headers, $body, now: $now));
        }
    },
];
