<?php

declare(strict_types=1);

namespace InvoicingClient\Errors;

use InvoicingClient\Response;

/** An error answer of the service. `docs/errors.md` of the service lists codes and reasons. */
class ApiException extends InvoicingException
{
    /** `validation_error`, `not_found`, …; `rate_limited` for 429. `getCode()` is the status. */
    public readonly string $errorCode;

    /** @var array<string, mixed> fields with their messages, a reason, or what else belongs to the code */
    public readonly array $details;

    /** To be quoted when asking the operator of the service: it is in every line of the log. */
    public readonly ?string $requestId;

    /** Seconds to wait before the next attempt, where the service says it. */
    public readonly ?int $retryAfter;

    final public function __construct(public readonly int $status, Response $response)
    {
        $body = $response->json();
        $given = is_array($body) ? ($body['error'] ?? null) : null;
        $error = is_array($given) ? $given : [];
        $code = $error['code'] ?? null;
        $message = $error['message'] ?? $given;
        $details = $error['details'] ?? null;
        $wait = $response->headers['retry-after'] ?? '';
        $this->errorCode = is_string($code) ? $code : ($status === 429 ? 'rate_limited' : 'unknown');
        /** @var array<string, mixed> $fields */
        $fields = is_array($details) ? $details : [];
        $this->details = $fields;
        $this->requestId = $response->headers['x-request-id'] ?? null;
        $this->retryAfter = ctype_digit($wait) ? (int) $wait : null;
        parent::__construct(is_string($message) ? $message : "The service answered $status.", $status);
    }

    /** The error of an answer, by its status. */
    public static function of(Response $response): self
    {
        $class = match ($response->status) {
            400, 422 => InvalidRequestException::class,
            401 => AuthenticationException::class,
            403 => PermissionDeniedException::class,
            404 => NotFoundException::class,
            409 => ConflictException::class,
            412 => PreconditionFailedException::class,
            429 => RateLimitedException::class,
            default => $response->status >= 500 ? ServiceException::class : self::class,
        };
        return new $class($response->status, $response);
    }
}
