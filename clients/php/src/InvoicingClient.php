<?php

declare(strict_types=1);

namespace InvoicingClient;

use InvoicingClient\Errors\ApiException;
use InvoicingClient\Errors\NetworkException;
use InvoicingClient\Resources\Resources;
use InvoicingClient\Schema\Types;

/**
 * Calls the operations of the service by resource and name: `$client->invoices->create([…])`. It authenticates, and renews an expired token
 * once; gives each POST an `Idempotency-Key`, so that a repeated request never does its work twice; and repeats what failed in passing
 * (network, 429, 502, 503, 504).
 *
 * @phpstan-import-type CreditNote from Types
 * @phpstan-import-type CreditNoteInput from Types
 * @phpstan-import-type InvoiceInput from Types
 * @phpstan-import-type InvoiceWithValidation from Types
 */
final class InvoicingClient extends Resources
{
    private readonly ?Session $session;
    private readonly Transport $transport;
    /** @var \Closure(float): void */
    private readonly \Closure $sleep;

    /**
     * @param string $baseUrl the URL of the service, such as `https://api.example.com`
     * @param Credentials|null $credentials without them only public operations can be called
     * @param string|null $company the id of the company (`X-Company`) of all requests that name no other
     * @param float $timeout after so many seconds, an attempt counts as a failure of the network; 0 for no limit
     * @param (\Closure(Tokens): void)|null $onTokens called with the tokens of each login and refresh: both change, so store them both
     * @param (\Closure(float): void)|null $sleep waits for so many seconds; for tests
     */
    public function __construct(
        private readonly string $baseUrl,
        ?Credentials $credentials = null,
        private readonly ?string $company = null,
        private readonly float $timeout = 60.0,
        private readonly Retry $retry = new Retry(),
        ?\Closure $onTokens = null,
        ?Transport $transport = null,
        ?\Closure $sleep = null,
    ) {
        parent::__construct($this->answer(...));
        $this->transport = $transport ?? (extension_loaded('curl') ? new CurlTransport() : new StreamTransport());
        $this->sleep = $sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1_000_000));
        $this->session = $credentials === null ? null : new Session($credentials, $this->repeated(...), $onTokens);
    }

    /** Sends any request, and returns its answer with status and headers, errors too. */
    public function request(Request $request): Response
    {
        if ($this->session === null) {
            return $this->repeated($this->completed($request, null));
        }
        $completed = $this->completed($request, $this->session->authorization());
        $response = $this->repeated($completed);
        if ($response->status !== 401 || !$this->session->renew()) {
            return $response;
        }
        return $this->repeated($completed->withHeaders(['authorization' => $this->session->authorization()] + $completed->headers));
    }

    /**
     * Drafts an invoice: `invoices->create`, which also drafts credit notes, with the type of an invoice.
     *
     * @param InvoiceInput $body
     * @return InvoiceWithValidation
     */
    public function draftInvoice(array $body, ?string $idempotencyKey = null): array
    {
        $answer = $this->invoices->create($body, idempotencyKey: $idempotencyKey);
        if (!isset($answer['invoice'])) {
            throw new \TypeError('The body is that of a credit note: use draftCreditNote.');
        }
        /** @var InvoiceWithValidation */
        return $answer;
    }

    /**
     * Drafts a credit note, like `draftInvoice`; `isCreditNote` need not be given.
     *
     * @param CreditNoteInput $body
     * @return CreditNote
     */
    public function draftCreditNote(array $body, ?string $idempotencyKey = null): array
    {
        $answer = $this->invoices->create(['isCreditNote' => true] + $body, idempotencyKey: $idempotencyKey);
        if (isset($answer['invoice'])) {
            throw new \TypeError('The answer is an invoice.');
        }
        /** @var CreditNote */
        return $answer;
    }

    private function answer(Request $request): mixed
    {
        $response = $this->request($request);
        if (!$response->isSuccessful()) {
            throw ApiException::of($response);
        }
        $isJson = str_starts_with($response->headers['content-type'] ?? '', 'application/json');
        return $isJson ? $response->json() : ($response->body === '' ? null : $response->body);
    }

    private function completed(Request $request, ?string $authorization): Request
    {
        $headers = array_change_key_case(array_filter($request->headers, static fn (?string $value): bool => $value !== null));
        // Keys are kept for the operations below /api/v1.
        $takesKey = $request->method === 'POST' && str_starts_with($request->path, '/api/v1/');
        return $request->withHeaders($headers + array_filter([
            'x-company' => $this->company,
            'idempotency-key' => $takesKey ? bin2hex(random_bytes(16)) : null,
            'authorization' => $authorization,
        ], static fn (?string $value): bool => $value !== null));
    }

    private function repeated(Request $request): Response
    {
        [$body, $headers] = $request->encoded();
        $url = rtrim($this->baseUrl, '/') . $request->target();
        for ($made = 1; ; $made++) {
            $response = $error = null;
            try {
                $response = $this->transport->send($request->method, $url, $headers, $body, $this->timeout);
            } catch (NetworkException $error) {
            }
            $wait = $this->retry->wait($request->method, $headers, $response, $made, random_int(0, 1_000_000) / 1_000_000);
            if ($wait === null) {
                return $response ?? throw $error ?? new NetworkException('There was no answer.');
            }
            ($this->sleep)($wait);
        }
    }
}
