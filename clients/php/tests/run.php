<?php

declare(strict_types=1);

/** The tests of the client: `php clients/php/tests/run.php`. Prints a line for each, and at the end how many passed. */
error_reporting(E_ALL);
set_error_handler(static fn (int $level, string $text, string $file, int $line) => throw new ErrorException($text, 0, $level, $file, $line));

require __DIR__ . '/../autoload.php';
require __DIR__ . '/ScriptedTransport.php';
require __DIR__ . '/support.php';

/** @var array<string, Closure(): void> $tests */
$tests = array_merge(...array_map(static fn (string $file) => require __DIR__ . "/$file.php", ['requests', 'answers', 'logins']));
$failed = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
        echo "ok - $name\n";
    } catch (Throwable $error) {
        $failed++;
        echo "not ok - $name: {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})\n";
    }
}
echo count($tests) - $failed, " passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
