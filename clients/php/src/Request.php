<?php

declare(strict_types=1);

namespace InvoicingClient;

/** A request to the service. Parameters and headers that are null are left out. */
final class Request
{
    /**
     * @param array<string, mixed> $query
     * @param array<string, string|null> $headers
     * @param array<array-key, mixed>|null $body sent as JSON
     * @param array<string, string|UploadedFile>|null $form sent as an upload
     * @param array<string, string> $pathValues
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly array $headers = [],
        public readonly ?array $body = null,
        public readonly ?array $form = null,
        public readonly array $pathValues = [],
    ) {
    }

    /**
     * The same request with other headers.
     *
     * @param array<string, string|null> $headers
     */
    public function withHeaders(array $headers): self
    {
        return new self($this->method, $this->path, $this->query, $headers, $this->body, $this->form, $this->pathValues);
    }

    /**
     * The same request with other parameters.
     *
     * @param array<string, mixed> $query
     */
    public function withQuery(array $query): self
    {
        return new self($this->method, $this->path, $query, $this->headers, $this->body, $this->form, $this->pathValues);
    }

    /** The path with its ids, and the query: lists are separated by commas, objects are `name[key]`. */
    public function target(): string
    {
        $path = $this->path;
        foreach ($this->pathValues as $name => $value) {
            $path = str_replace('{' . $name . '}', rawurlencode($value), $path);
        }
        $given = array_map(
            static fn (mixed $value): string|array => is_array($value) && !array_is_list($value) ? array_map(self::text(...), $value) : self::text($value),
            array_filter($this->query, static fn (mixed $value): bool => $value !== null),
        );
        return $given === [] ? $path : $path . '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
    }

    /**
     * The body, and the headers: names in lower case.
     *
     * @return array{string|null, array<string, string>}
     */
    public function encoded(): array
    {
        $headers = array_change_key_case(array_filter($this->headers, static fn (?string $value): bool => $value !== null));
        if ($this->form !== null) {
            $boundary = bin2hex(random_bytes(16));
            return [self::multipart($this->form, $boundary), $headers + ['content-type' => "multipart/form-data; boundary=$boundary"]];
        }
        if ($this->body === null) {
            return [null, $headers];
        }
        // An empty array of PHP is both a list and an object: bodies are objects.
        $value = $this->body === [] ? new \stdClass() : $this->body;
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        return [json_encode($value, $flags), $headers + ['content-type' => 'application/json']];
    }

    private static function text(mixed $value): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            is_array($value) => implode(',', array_map(self::text(...), $value)),
            is_scalar($value) => (string) $value,
            default => throw new \TypeError('A parameter must be a text, a number, a boolean or a list of them.'),
        };
    }

    /** @param array<string, string|UploadedFile> $form */
    private static function multipart(array $form, string $boundary): string
    {
        $text = '';
        foreach ($form as $name => $value) {
            $text .= "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"";
            if ($value instanceof UploadedFile) {
                $file = strtr($value->name, ['"' => '%22', "\r" => '', "\n" => '', '\\' => '_']);
                $text .= "; filename=\"$file\"\r\nContent-Type: application/octet-stream\r\n\r\n$value->content\r\n";
            } else {
                $text .= "\r\n\r\n$value\r\n";
            }
        }
        return "$text--$boundary--\r\n";
    }
}
