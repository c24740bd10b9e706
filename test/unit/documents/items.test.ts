import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { countsOf, counterWrites } from '#shared/documents/common/counters.ts';
import { changeWrites, createWrites, headerWrites } from '#shared/documents/common/store.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { INVOICE_COUNTERS, readInvoiceCounts } from '#shared/documents/invoices/list/counters.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { type CompanyId, companyKey, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { sampleDocument } from '../../support/documents.ts';
import { useTable } from '../../support/table.ts';

/** Documents as items of the table: indexes, counters, contention. */

const table = useTable();
let company: CompanyId;

beforeEach(() => {
  company = companyScope(newId());
});

const draftOf = (): InvoiceDocument =>
  sampleDocument({
    companyId: company,
    id: newId(),
    version: 1,
    status: 'draft',
    sequence: null,
    seriesId: null,
    clientId: null,
  });

async function stored(document = draftOf()): Promise<InvoiceDocument> {
  await transact(createWrites(INVOICES, document, []));
  return document;
}

const headerItem = ({ id }: InvoiceDocument) =>
  getItem<Item & { version: number }>(companyKey(company, `INV#${id}`)) as Promise<Item & { version: number }>;

/** The attributes of an item in the indexes. */
const indexed = ({ row, gsi1sk, gsi2pk, gsi3pk, gsi4sk }: Item) => ({ row, gsi1sk, gsi2pk, gsi3pk, gsi4sk });

const lastTransaction = () => {
  const { TransactItems = [] } = table.callsOf('TransactWriteItems').at(-1)?.input as {
    TransactItems?: { Put?: { Item: Item }; Update?: { UpdateExpression: string } }[];
  };
  return TransactItems;
};

describe('a change of a document', () => {
  test.each<[string, (before: InvoiceDocument) => InvoiceDocument]>([
    ['a mail, a view of it: only its timeline', before => ({ ...before })],
    ['notes, which no list shows', before => ({ ...before, notes: 'Mulțumim' })],
    ['an intent to submit that is taken back', before => ({ ...before, submission: null })],
  ])('%s writes no index', async (_, change) => {
    const before = await stored();
    const [old, changes] = [await headerItem(before), 3];
    table.clock.advance(60);
    let current = before;
    for (let count = 0; count < changes; count++) {
      const after = change(current);
      const event = newEvent('viewed', null, 'Viewed', null);
      await transact(changeWrites(INVOICES, { before: current, after, recorded: [{ event }] }));
      current = { ...after, version: current.version + 1 };
    }
    const header = await headerItem(before);
    expect([header.version, indexed(header)]).toEqual([old.version + changes, indexed(old)]);
    expect(lastTransaction()[0]?.Update?.UpdateExpression).toBe('SET #data = :data, #version = :next');
    expect(await readInvoice(company, before.id)).toMatchObject({ document: { version: old.version + changes } });
  });

  test.each<[string, Partial<InvoiceDocument>]>([
    ['another status', { status: 'issued' }],
    ['another balance', { balance: '1.00' }],
    ['what the authority said', { taxauthStatus: 'pending' }],
    ['the time of its last change', { updatedAt: '2026-03-02T10:01:00.000Z' }],
  ])('%s, which is in lists, is the newest of the index of changes', async (_, change) => {
    const before = await stored();
    const old = await headerItem(before);
    table.clock.advance(60);
    await transact(headerWrites(INVOICES, [{ before, after: { ...before, ...change }, recorded: [] }]));
    const header = await headerItem(before);
    expect(header.row).toMatchObject(change);
    expect((header.gsi4sk ?? '') > (old.gsi4sk ?? '')).toBe(true);
  });

  test('costs two write units less where no index is written', async () => {
    const first = await stored();
    table.clock.advance(60);
    const cost = async (before: InvoiceDocument, after: InvoiceDocument): Promise<number> => {
      const [write] = headerWrites(INVOICES, [{ before, after, recorded: [] }]);
      const input = { TransactItems: write ? [write.operation] : [], ReturnConsumedCapacity: 'TOTAL' } as const;
      const { ConsumedCapacity } = await dynamodb().send(new TransactWriteCommand(input));
      return ConsumedCapacity?.[0]?.CapacityUnits ?? 0;
    };
    const unlisted = await cost(first, { ...first, notes: 'a' });
    // The entry in the index of changes is deleted and inserted again; the others are written once each.
    const listed = await cost({ ...first, version: 2 }, { ...first, updatedAt: '2026-03-02T10:01:00.000Z' });
    expect(listed - unlisted).toBeGreaterThanOrEqual(2);
  });

  test('a client that is removed leaves the index of clients', async () => {
    const before = await stored({ ...draftOf(), clientId: 'a' });
    await transact(headerWrites(INVOICES, [{ before, after: { ...before, clientId: null }, recorded: [] }]));
    expect((await headerItem(before)).gsi3pk).toBeUndefined();
  });
});

const counterItems = (): Promise<Item[]> => queryItems<Item>({ partition: companyPartition(company), beginsWith: 'COUNT#' });

describe('counters', () => {
  test('are distributed over items, and read as one sum', async () => {
    for (let count = 0; count < 24; count++) await stored();
    expect((await counterItems()).length).toBeGreaterThan(8);
    expect(await readInvoiceCounts(company)).toMatchObject([
      { status: 'draft', count: 24, amounts: [{ role: 'sale', amounts: { total: 290_400 } }] },
    ]);
  });

  test('a document changes the item that it was counted in', async () => {
    const before = await stored();
    await transact(headerWrites(INVOICES, [{ before, after: { ...before, status: 'cancelled' }, recorded: [] }]));
    expect(await counterItems()).toHaveLength(1);
    expect(await readInvoiceCounts(company)).toMatchObject([{ status: 'cancelled', count: 1 }]);
  });

  test('earlier counts in one item are added, and move away with their documents', async () => {
    const before = draftOf();
    const draft = { 'o|i|draft|RON|n': 2, 'o|i|draft|RON|t': 24200 };
    await transact([put({ ...companyKey(company, 'COUNT#INV'), kind: 'counter', ...draft })]);
    await transact(counterWrites(KINDS.invoice, INVOICE_COUNTERS, [{ before, after: { ...before, status: 'issued' as const } }]));
    const counted = await readInvoiceCounts(company);
    expect(counted.map(({ status, count, amounts }) => [status, count, amounts[0]?.amounts.total])).toEqual([
      ['draft', 1, 12_100],
      ['issued', 1, 12_100],
    ]);
  });

  test('one item may have less than 0 of a bucket: only the sum counts', () => {
    expect(countsOf([{ 'o|i|draft|RON|n': 3 }, { 'o|i|draft|RON|n': -1, kind: 'counter' }])).toMatchObject([{ documents: 2 }]);
    expect(countsOf([{ 'o|i|draft|RON|n': 1 }, { 'o|i|draft|RON|n': -1 }])).toEqual([]);
  });
});

describe('64 documents of one company that are created at the same time', () => {
  test('hardly affect each other: few transactions are repeated', async () => {
    await Promise.all(Array.from({ length: 64 }, () => stored()));
    expect(await readInvoiceCounts(company)).toMatchObject([{ count: 64 }]);
    const sent = table.callsOf('TransactWriteItems').length;
    // All come in the same millisecond, four to an item; with one item for all it would be about 64² / 2.
    expect(sent).toBeLessThan(64 * 6);
  });
});
