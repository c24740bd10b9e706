<?php

declare(strict_types=1);

use InvoicingClient\InvoicingClient;
use InvoicingClient\Webhooks;

/** A webshop: an invoice for each order, its PDF when the authority has validated it, and a refund. */

/** Once: tells the service where events go. Store the secret that it returns. */
function connect(InvoicingClient $client, string $receiver): string
{
    $webhook = $client->webhooks->create(['url' => $receiver, 'events' => ['invoice.validated', 'invoice.rejected']]);
    return $webhook['secret'] ?? '';
}

// README begins
/** The invoice of an order, sent to the authority. May be repeated: an order gets one invoice. */
function sell(InvoicingClient $client, string $order, array $buyer): string
{
    $known = $client->clients->listItems(search: $buyer['name'])->current();
    $clientId = $known['id'] ?? $client->clients->create($buyer)['client']['id'];
    $lines = [['description' => 'Masă de stejar', 'quantity' => 1, 'unitPrice' => 1450, 'vatRate' => 21]];
    $draft = $client->draftInvoice([
        'clientId' => $clientId,
        'issueDate' => today(),
        'dueDate' => today(),
        'orderNumber' => $order,
        'idempotencyKey' => "order-$order",
        'lines' => $lines,
    ]);
    $invoiceId = $draft['invoice']['id'];
    $client->invoices->issue($invoiceId);
    $client->invoices->submit($invoiceId);
    return $invoiceId;
}

/** The PDF of the invoice, if that was validated. Respond with 401 to a SignatureException. */
function onWebhook(InvoicingClient $client, string $secret, array $headers, string $body): ?string
{
    $event = Webhooks::verify($secret, $headers, $body);
    return $event['type'] === 'invoice.validated' ? $client->invoices->pdf($event['data']['invoiceUuid']) : null;
}

/** A credit note over the first line of an invoice. Returns its number. */
function refund(InvoicingClient $client, string $invoiceId): string
{
    $invoice = $client->invoices->get($invoiceId);
    $rates = array_filter($client->vatRates->list(), static fn (array $one): bool => (float) $one['rate'] === 21.0);
    $lines = [['description' => 'Retur', 'quantity' => -1, 'unitPrice' => 1450, 'vatRateId' => array_values($rates)[0]['id']]];
    $note = $client->draftCreditNote([
        'direction' => 'outgoing',
        'parentDocumentId' => $invoiceId,
        'clientId' => $invoice['clientId'],
        'seriesId' => $client->documentSeries->list(type: 'credit_note')[0]['id'],
        'issueDate' => today(),
        'dueDate' => today(),
        'currency' => 'RON',
        'idempotencyKey' => "refund-$invoiceId",
        'lines' => $lines,
    ]);
    return $client->invoices->issue($note['uuid'])['number'];
}
// README ends

/** Dates are days in Romania. */
function today(): string
{
    return (new DateTimeImmutable('now', new DateTimeZone('Europe/Bucharest')))->format('Y-m-d');
}
