import { expect, it } from 'vitest';
import { phpFiles } from '../../../../infra/clients/php/files.ts';
import { phpType } from '../../../../infra/clients/php/types.ts';
import { DOCUMENT } from './document.ts';

const files = phpFiles(DOCUMENT);

it.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string|null'],
  [{ type: 'number' }, 'int|float'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Order' } }, 'list<Order>'],
  [{ type: 'string', enum: ["it's", 'b'] }, String.raw`'it\'s'|'b'`],
  [{ type: ['boolean', 'null'], not: { const: false } }, 'true|null'],
  [{ const: true }, 'true'],
  [{ anyOf: [{ type: 'string' }, {}] }, 'mixed'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'array<string, bool>'],
  [
    { type: ['object', 'null'], required: ['a'], properties: { a: { type: 'integer' }, 'b-c': {} } },
    "array{a: int, 'b-c'?: mixed}|null",
  ],
])('%j is a type of PHPDoc', (schema, type) => {
  expect(phpType(schema)).toBe(type);
});

it('has an alias for each schema with a name, and one for all events', () => {
  expect(files['Schema/Types.php']).toContain(
    " * @phpstan-type Order array{id: string, buyer: array{name: string}|null, total?: int|float|string|null, kind?: 'new'|'sent'|null, isSale?: true, tags?: array<string, int>, any?: mixed}\n",
  );
  expect(files['Schema/Types.php']).toContain(' * @phpstan-type WebhookEvent OrderSentEvent\n');
});

it('has a method for each operation, required arguments first', () => {
  expect(files['Resources/SalesOrders.php']).toContain(`    /**
     * Orders, paged
     *
     * @param list<'new'|'sent'>|null $status
     * @return OrderPage
     */
    public function list(
        string $from,
        ?int $page = null,
        ?string $paidFrom = null,
        ?array $status = null,
        ?string $company = null,
    ): array {
        /** @var OrderPage */
        return ($this->send)(new Request('GET', '/api/v1/sales-orders', query: ['page' => $page, 'paidFrom' => $paidFrom, 'from' => $from, 'status' => $status], headers: ['X-Company' => $company]));
    }
`);
  expect(files['Resources/SalesOrders.php']).toContain('@return \\Generator<int, Order, mixed, void>');
  expect(files['Resources/SalesOrders.php']).toContain('): array|string {');
  expect(files['Resources/SalesOrders.php']).toContain(' * @phpstan-import-type OrderPage from Types\n');
  expect(files['Resources/SalesOrders.php']).toMatch(
    /function remove\(\n {8}string \$uuid,\n {8}\?string \$ifMatch = null,\n {4}\): void/,
  );
  expect(files['Resources/Resources.php']).toContain('public readonly SalesOrders $salesOrders;');
});
