<?php

declare(strict_types=1);

/** For projects without Composer: `require 'clients/php/autoload.php';`. */
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'InvoicingClient\\')) {
        require __DIR__ . '/src/' . strtr(substr($class, strlen('InvoicingClient\\')), '\\', '/') . '.php';
    }
});
