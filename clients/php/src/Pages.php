<?php

declare(strict_types=1);

namespace InvoicingClient;

/** The records of a list, page after page. */
final class Pages
{
    private const LARGEST_PAGE = 100;

    /**
     * The records of all pages; a page is fetched when the one before has been used up. Clients and suppliers come in groups by first letter,
     * one after the other. A record that is added while the list is read moves those behind it by one: one of them may then come twice.
     *
     * @param \Closure(Request): mixed $send
     * @return \Generator<int, mixed, mixed, void>
     */
    public static function records(\Closure $send, Request $request): \Generator
    {
        $seen = 0;
        $hasCursor = array_key_exists('cursor', $request->query);
        $cursor = $request->query['cursor'] ?? null;
        for ($page = 1; ; $page++) {
            $place = ['limit' => $request->query['limit'] ?? self::LARGEST_PAGE] + ($hasCursor ? ['cursor' => $cursor] : ['page' => $page]);
            /** @var array{data?: array<array-key, mixed>, clients?: list<mixed>, total?: int, invoiceHistory?: list<mixed>, invoiceCount?: int, hasMore?: bool, nextCursor?: ?string} $answer */
            $answer = $send($request->withQuery(array_merge($request->query, $place)));
            $records = $answer['invoiceHistory'] ?? self::inGroups($answer['data'] ?? $answer['clients'] ?? []);
            foreach ($records as $record) {
                yield $record;
            }
            $seen += count($records);
            $isLast = $hasCursor ? !($answer['hasMore'] ?? false) : $seen >= ($answer['invoiceCount'] ?? $answer['total'] ?? 0);
            if ($records === [] || $isLast) {
                return;
            }
            $cursor = $answer['nextCursor'] ?? null;
        }
    }

    /**
     * @param array<array-key, mixed> $data a list, or lists by first letter
     * @return list<mixed>
     */
    private static function inGroups(array $data): array
    {
        if (array_is_list($data)) {
            return $data;
        }
        /** @var array<string, list<mixed>> $data */
        return array_merge(...array_values($data));
    }
}
