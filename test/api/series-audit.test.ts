import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { dynamodb } from '../../shared/aws/dynamodb.ts';
import { verifyDocument } from '../../shared/invoices/audit/verify.ts';
import { readInvoice } from '../../shared/invoices/repository.ts';
import { queryItems } from '../../shared/store/read.ts';
import { companyPartition, companyScope, type Item, tableName } from '../../shared/store/table.ts';
import { call, draft, type InvoiceAnswer, issued, type Refusal } from '../support/invoices.ts';
import { type Scope, useService } from '../support/service.ts';

const service = useService();
let scope: Scope;
let series: string;
let documents: InvoiceAnswer[];

interface Audit {
  first: { sequence: number; number: string; invoiceId: string };
  last: { sequence: number };
  from: number;
  to: number;
  next: number | null;
  count: number;
  gaps: { from: number; to: number }[];
  duplicates: number[];
  cancelled: { sequence: number; number: string; reason: string }[];
  chainHolds: boolean;
  problems: { sequence: number | null; message: string }[];
}

const audit = async (query = ''): Promise<Audit> => {
  const { status, body } = await call<Audit>(service(), scope, 'GET', `/document-series/${series}/audit${query}`);
  expect(status).toBe(200);
  return body;
};
const act = async (id: string, action: string, body: object = {}): Promise<void> => {
  const { status } = await call(service(), scope, 'POST', `/invoices/${id}/${action}`, body);
  expect([action, status]).toEqual([action, 200]);
};

beforeAll(async () => {
  scope = await service().newCompany(await service().newUser());
  const paid = await issued(service(), scope, { collect: { value: 21 } });
  const drafts = [];
  for (let time = 0; time < 5; time++) drafts.push(await draft(service(), scope));
  // At once: the chain is that of the transactions, not of the requests.
  documents = await Promise.all(
    drafts.map(async ({ id }) => (await call<InvoiceAnswer>(service(), scope, 'POST', `/invoices/${id}/issue`)).body),
  );
  documents.unshift(paid);
  documents.sort((a, b) => (a.number < b.number ? -1 : 1));
  series = documents[0]?.['documentSeriesId'] as string;
  const [, second, , fourth] = documents;
  await act(second?.id ?? '', 'cancel', { reason: 'Ordered twice' });
  await act(fourth?.id ?? '', 'cancel', { reason: 'By mistake' });
  await act(fourth?.id ?? '', 'restore');
  await act(fourth?.id ?? '', 'issue');
  await service().idle();
});

describe('GET /document-series/{uuid}/audit', () => {
  it('reports first, last, cancelled numbers and a chain that holds', async () => {
    const report = await audit();
    expect(report).toMatchObject({
      first: { sequence: 1, number: documents[0]?.number, invoiceId: documents[0]?.id },
      last: { sequence: 6, number: documents[5]?.number },
      from: 1,
      to: 6,
      next: null,
      count: 6,
      gaps: [],
      duplicates: [],
      cancelled: [{ sequence: 2, number: documents[1]?.number, invoiceId: documents[1]?.id, reason: 'Ordered twice' }],
      chainHolds: true,
      problems: [],
    });
  });

  it('takes a part of the series, linked to what comes before', async () => {
    expect(await audit('?from=3&to=4')).toMatchObject({ from: 3, to: 4, count: 2, gaps: [], chainHolds: true });
  });

  it('as CSV: a row for each number, with its hash and that of the issue before', async () => {
    const answer = await call<string>(service(), scope, 'GET', `/document-series/${series}/audit?format=csv`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    const rows = parse(Buffer.from(answer.body), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(row => [row['sequence'], row['number']])).toEqual(
      documents.map((one, place) => [String(place + 1), one.number]),
    );
    expect(rows.slice(1).map(row => row['previousHash'])).toEqual(rows.slice(0, -1).map(row => row['hash']));
    expect(rows[1]).toMatchObject({ status: 'cancelled', problems: '' });
  });

  it('names the numbers that were left out', async () => {
    const other = await service().newCompany(await service().newUser());
    const one = await issued(service(), other);
    const id = one['documentSeriesId'] as string;
    await call(service(), other, 'PATCH', `/document-series/${id}`, { currentNumber: 4 });
    await issued(service(), other);
    const { body } = await call<Audit>(service(), other, 'GET', `/document-series/${id}/audit`);
    expect(body).toMatchObject({ gaps: [{ from: 2, to: 4 }], count: 2, chainHolds: true });
    const csv = await call<string>(service(), other, 'GET', `/document-series/${id}/audit?format=csv`);
    expect(String(csv.body)).toContain('2-4,');
  });

  it.each([
    ['?format=xml', 'format'],
    ['?from=0', 'from'],
    ['?from=5&to=2', 'from'],
    ['?to=1.5', 'to'],
  ])('%s: 422 that names %s', async (query, field) => {
    const { status, body } = await call<Refusal>(service(), scope, 'GET', `/document-series/${series}/audit${query}`);
    expect([status, Object.keys(body.error.details)[0]]).toEqual([422, field]);
  });

  it('an unknown series: 404', async () => {
    expect((await call(service(), scope, 'GET', `/document-series/${documents[0]?.id}/audit`)).status).toBe(404);
  });
});

describe('Tampering with any stored item is detected', () => {
  const stored = async (): Promise<Item[]> =>
    (await queryItems<Item>({ partition: companyPartition(companyScope(scope.company)) })).filter(
      ({ sk, kind }) => (sk.startsWith('INV#') && !sk.includes('#A')) || kind === 'number',
    );
  const write = (item: Item) => dynamodb().send(new PutCommand({ TableName: tableName(), Item: item }));
  const remove = ({ pk, sk }: Item) => dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));

  /** The item with one of its texts changed. */
  const edited = (item: Item): Item => JSON.parse(JSON.stringify(item), edit(item.kind)) as Item;
  const edit = (kind: string) => {
    const field = { invoice: 'total', 'invoice-lines': 'description', payment: 'amount', event: 'details', number: 'hash' }[kind];
    return (name: string, value: unknown): unknown => (name === field ? `${String(value)}1` : value);
  };

  it('an edit of any item of a document, and its removal', async () => {
    const items = await stored();
    expect(new Set(items.map(item => item.kind))).toEqual(new Set(['invoice', 'invoice-lines', 'payment', 'event', 'number']));
    for (const item of items) {
      await write(edited(item));
      expect((await audit()).chainHolds, `edited ${item.sk}`).toBe(false);
      await remove(item);
      expect((await audit()).chainHolds, `removed ${item.sk}`).toBe(false);
      await write(item);
    }
    expect((await audit()).chainHolds).toBe(true);
  }, 60_000);

  it('an entry that is added to a timeline', async () => {
    const entry = (await stored()).find(item => item.kind === 'event') as Item & { data: object };
    const added = { ...entry, sk: `${entry.sk}0`, data: { ...entry.data, id: 'added' } };
    await write(added);
    expect((await audit()).problems.map(problem => problem.message).join()).toContain('added');
    await remove(added);
  });

  it('a counter that was turned back, or a series that ends otherwise', async () => {
    const [record] = (await queryItems<Item & { data: Record<string, unknown> }>({
      partition: companyPartition(companyScope(scope.company)),
      beginsWith: `SERIES#${series}`,
    })) as [Item & { data: Record<string, unknown> }];
    for (const change of [{ highestUsed: 5 }, { currentNumber: 3 }, { lastHash: '0'.repeat(64) }]) {
      await write({ ...record, data: { ...record.data, ...change } } as Item);
      expect((await audit()).chainHolds, JSON.stringify(change)).toBe(false);
    }
    await write(record);
    expect((await audit()).chainHolds).toBe(true);
  });

  it('any field of the document, its entries, lines and payments', async () => {
    const whole = await readInvoice(companyScope(scope.company), documents[0]?.id ?? '');
    if (!whole) throw new Error('The invoice is gone.');
    expect(verifyDocument(whole)).toEqual([]);
    const other = (value: unknown): unknown =>
      value === null ? 'x' : Array.isArray(value) ? [...(value as unknown[]), 1] : null;
    const { lines, ...head } = whole.document;
    for (const [name, value] of Object.entries(head)) {
      const document = { ...whole.document, [name]: other(value) };
      expect(verifyDocument({ ...whole, document }), name).not.toEqual([]);
    }
    for (const [name, value] of Object.entries(lines[0] ?? {})) {
      const document = { ...whole.document, lines: [{ ...lines[0], [name]: other(value) }] } as typeof whole.document;
      expect(verifyDocument({ ...whole, document }), name).not.toEqual([]);
    }
    for (const [place, event] of whole.events.entries()) {
      for (const [name, value] of Object.entries(event)) {
        const events = whole.events.with(place, { ...event, [name]: other(value) });
        expect(verifyDocument({ ...whole, events }), name).not.toEqual([]);
      }
    }
    for (const [name, value] of Object.entries(whole.payments[0] ?? {})) {
      const payments = whole.payments.with(0, { ...whole.payments[0], [name]: other(value) } as (typeof whole.payments)[0]);
      expect(verifyDocument({ ...whole, payments }), name).not.toEqual([]);
    }
  });
});
