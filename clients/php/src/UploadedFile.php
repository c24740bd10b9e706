<?php

declare(strict_types=1);

namespace InvoicingClient;

/** A file to upload. */
final class UploadedFile
{
    public function __construct(public readonly string $content, public readonly string $name)
    {
    }
}
