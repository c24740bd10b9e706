<?php

declare(strict_types=1);

/** Does one step of the webshop of clients/php/examples, read from the input, and prints its result. */

use InvoicingClient\Credentials;
use InvoicingClient\CurlTransport;
use InvoicingClient\Errors\InvoicingException;
use InvoicingClient\InvoicingClient;
use InvoicingClient\Response;
use InvoicingClient\StreamTransport;
use InvoicingClient\Transport;

$folder = is_dir('/files') ? '/files' : __DIR__ . '/../../../clients/php';
require_once "$folder/autoload.php";
require_once "$folder/examples/webshop.php";

/** The process that runs this WebAssembly sends the requests. */
final class HostTransport implements Transport
{
    public function send(string $method, string $url, array $headers, ?string $body, float $timeout): Response
    {
        $request = ['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $body === null ? null : base64_encode($body)];
        $answer = json_decode(post_message_to_js(json_encode($request)), true);
        return new Response($answer['status'], $answer['headers'], base64_decode($answer['body']));
    }
}

$byProgram = ($argv[1] ?? null) !== null;
$step = json_decode(file_get_contents($byProgram ? 'php://stdin' : 'php://input'), true);
['url' => $url, 'email' => $email, 'password' => $password, 'company' => $company] = $step['login'];
$transport = match ($argv[1] ?? null) {
    'curl' => new CurlTransport(),
    'streams' => new StreamTransport(),
    default => new HostTransport(),
};
$client = new InvoicingClient($url, Credentials::login($email, $password), $company, transport: $transport);
$name = $step['name'] ?? '';
try {
    $result = match ($step['do']) {
        'connect' => connect($client, $name),
        'sell' => sell($client, $name, $step['buyer']),
        'onWebhook' => onWebhook($client, $step['secret'], $step['headers'], $step['body']),
        'refund' => refund($client, $name),
    };
    echo json_encode(['result' => $step['do'] === 'onWebhook' && $result !== null ? substr($result, 0, 5) : $result]);
} catch (InvoicingException $error) {
    echo json_encode(['result' => null, 'error' => (new ReflectionClass($error))->getShortName()]);
}
