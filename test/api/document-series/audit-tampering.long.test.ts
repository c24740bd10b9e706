import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item, tableName } from '#shared/platform/store/table.ts';
import { call } from '../../support/invoices.ts';
import { useAudited } from './audited.ts';

const { service, audited, audit } = useAudited();

describe('Tampering with any stored item is detected', () => {
  const stored = async (): Promise<Item[]> =>
    (await queryItems<Item>({ partition: companyPartition(audited().scope.company) })).filter(
      ({ sk, kind }) => (sk.startsWith('INV#') && !sk.includes('#A')) || kind === 'number',
    );
  const write = (item: Item) => dynamodb().send(new PutCommand({ TableName: tableName(), Item: item }));
  const remove = ({ pk, sk }: Item) => dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));

  /** The item with one of its texts changed. */
  const edited = (item: Item): Item => JSON.parse(JSON.stringify(item), edit(item.kind)) as Item;
  const edit = (kind: string) => {
    const field = {
      ...{ invoice: 'total', 'invoice-lines': 'description', payment: 'amount', event: 'details', number: 'hash' },
      'credit-note-link': 'total',
    }[kind];
    return (name: string, value: unknown): unknown => (name === field ? `${String(value)}1` : value);
  };

  let items: Item[];
  beforeAll(async () => {
    items = await stored();
  });

  /** The findings of both audits while these items are stored in this form, and those are removed; afterwards the items are put back. */
  async function found(changed: Item[], removed: Item[] = []): Promise<string[]> {
    await Promise.all(removed.map(remove));
    await Promise.all(changed.map(write));
    const reports = await Promise.all([audit(), audit('', audited().scope.seriesId)]);
    await Promise.all(changed.map(remove));
    const touched = new Set([...changed, ...removed].map(({ sk }) => sk));
    await Promise.all(items.filter(({ sk }) => touched.has(sk)).map(write));
    expect(reports.map(report => report.chainHolds)).toEqual(reports.map(report => report.problems.length === 0));
    return reports.flatMap(report => report.problems.map(({ message }) => message));
  }

  it('an edit of any item of a document, and its removal', async () => {
    // Of the invoice that was paid and credited, and of the credit note.
    const ids = [audited().documents[0]?.id, items.find(item => item.kind === 'credit-note-link')?.sk.slice(-36)];
    const looked = items.filter(item => ids.some(id => JSON.stringify(item).includes(`${id}`)));
    expect(new Set(looked.map(item => item.kind))).toEqual(
      new Set(['invoice', 'invoice-lines', 'payment', 'event', 'number', 'credit-note-link']),
    );
    for (const item of looked) {
      expect(await found([edited(item)]), `edited ${item.sk}`).not.toEqual([]);
      expect(await found([], [item]), `removed ${item.sk}`).not.toEqual([]);
    }
    expect((await audit()).chainHolds).toBe(true);
  });

  it('stored bytes that cannot be read any more', async () => {
    const id = audited().documents[0]?.id ?? '';
    const packed = items.filter(
      ({ sk, kind }) => sk.startsWith(`INV#${id}`) && ['invoice', 'invoice-lines', 'event'].includes(kind),
    );
    expect(packed.length).toBeGreaterThan(2);
    for (const item of packed)
      expect(await found([{ ...item, data: Uint8Array.of(1, 7, 7) } as Item]), item.sk).toContain(
        'Stored data of the document were changed outside of the service: they cannot be read.',
      );
  });

  it('items that were moved, swapped or copied with unchanged content', async () => {
    const id = audited().documents[0]?.id ?? '';
    const of = (kind: string, document = id): Item[] =>
      items.filter(item => item.kind === kind && item.sk.startsWith(`INV#${document}#`));
    const [one, two] = of('event') as [Item, Item];
    const [theirs] = of('event', audited().documents[1]?.id) as [Item];
    const [payment] = of('payment') as [Item];
    const [number] = items.filter(item => item.kind === 'number') as [Item];
    const data = (item: Item): unknown => item['data' as keyof Item];
    const cases: [what: string, changed: Item[], removed: Item[], message: RegExp][] = [
      [
        'two entries swapped',
        [{ ...one, data: data(two) } as Item, { ...two, data: data(one) } as Item],
        [],
        /entry .* was moved/,
      ],
      ['an entry under another key', [{ ...two, sk: `${two.sk}0` }], [two], /entry .* was moved/],
      ['an entry of another document', [{ ...theirs, sk: one.sk }], [], /entries are missing, or were added/],
      ['a payment copied', [{ ...payment, sk: `${payment.sk}0` }], [], /payment .* was moved/],
      ['a number under another key', [{ ...number, sk: `${number.sk}0` }], [number], /number is not registered/],
      ['a number twice', [{ ...number, sk: `${number.sk}0` }], [], /does not follow the one before/],
    ];
    for (const [what, changed, removed, message] of cases)
      expect((await found(changed, removed)).join(' '), what).toMatch(message);
  });

  it('data of a document in lists, and data of credit notes in their invoice', async () => {
    const as = (item: Item | undefined) => item as Item & { data: object; row: object };
    const head = as(items.find(item => item.sk === `INV#${audited().documents[0]?.id}`));
    const link = as(items.find(item => item.kind === 'credit-note-link'));
    const cases: [what: string, changed: Item, message: RegExp][] = [
      ['a total in the list', { ...head, row: { ...head.row, total: '1.00' } } as Item, /lists do not show the document/],
      ['a status in the list', { ...head, gsi2pk: 'elsewhere' } as Item, /lists do not show the document/],
      ['the version', { ...head, version: 99 } as Item, /version/],
      [
        'the status of a credit note',
        { ...link, data: { ...link.data, status: 'cancelled' } } as Item,
        /do not add up .* credited/,
      ],
      [
        'the number of a credit note',
        { ...link, data: { ...link.data, number: 'X' } } as Item,
        /link of the credited invoice differs from the credit note/,
      ],
    ];
    for (const [what, changed, message] of cases) expect((await found([changed])).join(' '), what).toMatch(message);
  });

  it('the end of a series that was cut off; CSV reports it as JSON does, in rows without a number', async () => {
    const last = audited().documents.at(-1)?.id ?? '';
    const end = items.filter(item => item.sk.startsWith(`INV#${last}`) || JSON.stringify(item).includes(`"${last}"`));
    await Promise.all(end.map(remove));
    const report = await audit();
    const csv = await call<string>(service(), audited().scope, 'GET', `/document-series/${audited().series}/audit?format=csv`);
    await Promise.all(end.map(write));
    expect(report).toMatchObject({ chainHolds: false, gaps: [{ from: 6, to: 6 }], last: { sequence: 5 } });
    const rows = parse(Buffer.from(csv.body), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.filter(row => row['sequence'] === '').map(row => row['problems'])).toEqual(
      report.problems.map(({ message }) => message),
    );
    expect(rows.at(-1)).toMatchObject({ sequence: '6', number: '', problems: 'No document has the number.' });
  });

  it('an entry that was added to a timeline', async () => {
    const entry = items.find(item => item.kind === 'event') as Item & { data: object[] };
    const added = { ...entry, sk: `${entry.sk}0`, data: [{ ...entry.data[0], id: 'added' }] };
    await write(added);
    expect((await audit()).problems.map(problem => problem.message).join()).toContain('added');
    await remove(added);
  });

  it('a counter that was turned back, or a series with another end', async () => {
    const [record] = (await queryItems<Item & { data: Record<string, unknown> }>({
      partition: companyPartition(audited().scope.company),
      beginsWith: `SERIES#${audited().series}`,
    })) as [Item & { data: Record<string, unknown> }];
    for (const change of [
      ...[{ highestUsed: 5 }, { currentNumber: 3 }, { lastHash: '0'.repeat(64) }],
      ...[{ prefix: 'OTHER' }, { year: 2020 }, { type: 'credit_note' }, { usedCount: -6 }],
    ]) {
      await write({ ...record, data: { ...record.data, ...change } } as Item);
      expect((await audit()).chainHolds, JSON.stringify(change)).toBe(false);
    }
    await write(record);
    expect((await audit()).chainHolds).toBe(true);

    const shards = await queryItems<Item & { count: number }>({
      partition: companyPartition(audited().scope.company),
      beginsWith: `COUNT#SERIES#${audited().series}#`,
    });
    for (const shard of shards) await write({ ...shard, count: 0 } as Item);
    expect((await audit()).chainHolds).toBe(false);
    for (const shard of shards) await write(shard);
    expect((await audit()).chainHolds).toBe(true);
  });

  it('any field of the document, its entries, lines and payments', async () => {
    const whole = await readInvoice(audited().scope.company, audited().documents[0]?.id ?? '');
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
