import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentLine } from '#shared/model/line.ts';
import type { StoredItem } from '#shared/documents/common/items.ts';
import { assembled, changeWrites, createWrites, deleteWrites, packLines } from '#shared/documents/common/store.ts';
import { digest, linesHash, sealOf } from '#shared/documents/common/timeline-hashes.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { shardOf } from '#shared/base/kernel/ids.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Payment } from '#shared/model/payment.ts';
import { unpacked } from '#shared/platform/store/packing/packed.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';

setEnvironment({ TABLE_NAME: 'table' });

/** DynamoDB's maximum item size, less the attributes other than the lines. */
const ROOM = 390_000;

const linesOf = (descriptions: string[]): DocumentLine[] =>
  sampleDocument({ lines: descriptions.map(description => sampleLine({ description })) }).lines;

describe('lines are packed into items', () => {
  it('in their order, all of them, in packs that fit into an item', () => {
    const description = fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.nat({ max: 2000 }).map(length => 'ș'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(description, { maxLength: 1000, size: 'max' }), descriptions => {
        const lines = linesOf(descriptions);
        const packs = packLines(lines);
        expect(packs.flat()).toEqual(lines);
        for (const pack of packs) {
          expect(pack.length).toBeGreaterThan(0);
          expect(Buffer.byteLength(JSON.stringify(pack))).toBeLessThan(ROOM);
        }
      }),
      generated({ runs: 40, seed: 20261121 }),
    );
  });

  it('in one pack where they fit: a usual document has one item of lines', () => {
    expect(packLines(linesOf(Array<string>(300).fill('Reper')))).toHaveLength(1);
    expect(packLines([])).toEqual([]);
  });
});

describe('a change of lines', () => {
  /** Lines of 50 kB each: four in a pack. */
  const document = (lines: number): InvoiceDocument =>
    sampleDocument({ lines: Array.from({ length: lines }, () => sampleLine({ description: 'x'.repeat(49_000) })) });

  /** The changes of the items of lines, by the end of their sort key. */
  const packs = (before: InvoiceDocument, after: InvoiceDocument): string[] =>
    changeWrites(INVOICES, { before, after, recorded: [] }).flatMap(({ operation: { Put, Delete } }) => {
      const sk = String(Put?.Item?.['sk'] ?? Delete?.Key?.['sk']);
      const pack = /#L#(\d+)$/.exec(sk)?.[1];
      return pack === undefined ? [] : [`${Put ? 'written' : 'removed'} ${pack}`];
    });

  it('deletes packs that the new lines do not fill: they would be read with them', () => {
    expect(packs(document(12), document(5))).toEqual(['written 00', 'written 01', 'removed 02']);
    expect(packs(document(12), document(1))).toEqual(['written 00', 'removed 01', 'removed 02']);
    expect(packs(document(1), document(5))).toEqual(['written 00', 'written 01']);
  });

  it('writes no lines if they are unchanged', () => {
    const before = document(5);
    expect(packs(before, { ...before, notes: 'Changed.' })).toEqual([]);
  });

  it('changes their hash', () => {
    const after = document(1);
    packs(document(2), after);
    expect(after.linesHash).toBe(linesHash(after.lines));
  });
});

const itemsOf = (writes: Write[]) =>
  writes.flatMap(({ operation: { Put } }) => (Put?.Item ? [unpacked(Put.Item) as unknown as StoredItem] : []));
/** The counters of invoices that writes change: `<role>|…|<status>|…`. */
const counted = (writes: Write[]): string =>
  writes.flatMap(({ operation: { Update } }) => Object.values(Update?.ExpressionAttributeNames ?? {})).join(' ');
const entry = (details: string) => ({ event: newEvent('updated', null, details, null) });

describe('The writes of a new document', () => {
  const made = () => {
    const [document, other] = [sampleDocument({ id: 'a', seriesId: null }), sampleDocument({ id: 'b', seriesId: null })];
    const own = entry('own');
    const change = { before: other, after: { ...other, status: 'cancelled' as const }, recorded: [entry('other')] };
    const writes = createWrites(INVOICES, document, [own], [change]);
    return { document, own, other, writes, items: itemsOf(writes) };
  };

  it('have its header with all hashes, its lines and its timeline', () => {
    const { document, own, items } = made();
    const header = items.find(({ sk }) => sk === 'INV#a')?.data as Invoice;
    expect(header).toMatchObject({ linesHash: linesHash(document.lines), rowHash: digest(INVOICES.row(document)) });
    expect([header.timelineHash, header.seal]).toEqual([own.event.hash, sealOf(header)]);
    expect(own.event.hash).toBeDefined();
    expect(
      assembled(
        INVOICES,
        items.filter(({ sk }) => sk.startsWith('INV#a')),
      ),
    ).toMatchObject({
      ...{ document, events: [own.event] },
    });
  });

  it('and those of the others that it changes', () => {
    const { other, writes, items } = made();
    expect(items.find(({ sk }) => sk === 'INV#b')?.data).toMatchObject({ status: 'cancelled', version: other.version + 1 });
    expect(
      items.filter(({ kind }) => kind === 'event').flatMap(({ data }) => (data as DocumentEvent[]).map(({ details }) => details)),
    ).toEqual([...['own', 'other']]);
    // One more is issued, and one less: only what is cancelled counts on.
    expect(counted(writes)).toMatch(/\|cancelled\|/);
    expect(counted(writes)).not.toMatch(/\|issued\|[^|]*\|n\b/);
  });
});

describe('The writes of a change', () => {
  const before = sampleDocument();

  it('return the hashes that are stored in the document to the caller', () => {
    const after = { ...before, notes: 'x' };
    const { event } = entry('x');
    const [header] = changeWrites(INVOICES, { before, after, recorded: [{ event }] });
    const { rowHash, timelineHash, seal } = unpacked(header?.operation.Put?.Item ?? {})['data'] as Invoice;
    expect([after.rowHash, after.timelineHash, after.seal]).toEqual([rowHash, timelineHash, seal]);
    expect([timelineHash, seal]).toEqual([event.hash, expect.any(String)]);
  });

  it('store the entries of one change in one item, with the notifications of all of them', () => {
    const note = invoiceNotification('invoice.updated', before);
    const [first, second, third] = [entry('first'), entry('second'), entry('third')];
    const recorded = [{ ...first, webhooks: [note] }, second, { ...third, webhooks: [note, note] }];
    const writes = changeWrites(INVOICES, { before, after: { ...before }, recorded });
    const items = itemsOf(writes);
    const entries = items.filter(({ kind }) => kind === 'event') as (StoredItem & { webhooks: unknown[] })[];
    expect(entries.map(({ sk }) => sk)).toEqual([`INV#${before.id}#E#${first.event.id}`]);
    expect(entries[0]?.webhooks).toHaveLength(3);
    expect(assembled(INVOICES, items)?.events).toEqual([third, second, first].map(({ event }) => event));
    expect([second.event.previousHash, third.event.previousHash]).toEqual([first.event.hash, second.event.hash]);
  });

  it.each([true, undefined])('are decided again at once after a conflict where many compete: %s', contended => {
    const [header] = changeWrites(INVOICES, { before, after: { ...before }, recorded: [], contended });
    expect(header?.decidedOn).toBe(contended);
  });

  it('have no hashes if the kind has no hash chain', () => {
    const { chain: _, ...type } = INVOICES;
    const after = { ...before };
    changeWrites(type, { before, after, recorded: [] });
    expect([after.timelineHash, after.seal]).toEqual([undefined, undefined]);
  });
});

describe('The writes of a removal', () => {
  it('delete the header in the version that was read, all lines and the child records', () => {
    const document = sampleDocument({
      ...{
        id: 'a',
        version: 7,
        status: 'draft',
        lines: Array.from({ length: 5 }, () => sampleLine({ description: 'x'.repeat(49_000) })),
      },
    });
    const stored = { document, events: [], creditNotes: [], payments: [{ id: 'p' } as Payment] };
    const writes = deleteWrites(INVOICES, stored);
    const removed = writes.flatMap(({ operation: { Delete } }) => (Delete ? [Delete] : []));
    expect(removed.map(({ Key }) => Key?.['sk'])).toEqual(['INV#a', 'INV#a#L#00', 'INV#a#L#01', 'INV#a#P#p']);
    expect(removed[0]?.ExpressionAttributeValues).toEqual({ ':version': 7 });
    expect(counted(writes)).toContain('|draft|');
  });

  it('are none of an unknown document', () => {
    expect(assembled(INVOICES, [])).toBeUndefined();
  });
});

describe('A series counts the drafts that name it', () => {
  const draft = (seriesId: string | null, sequence: number | null = null) => sampleDocument({ id: 'd', seriesId, sequence });
  const uses = (writes: Write[]) =>
    writes.flatMap(({ operation: { Update } }) => {
      const [, series] = /^COUNT#SERIES#(\w+)#/.exec(String(Update?.Key?.['sk'])) ?? [];
      return series ? [[series, Update?.ExpressionAttributeValues?.[':by'] as number]] : [];
    });
  const writesOf = (before: InvoiceDocument | null, after: InvoiceDocument | null): Write[] => {
    if (before && after) return changeWrites(INVOICES, { before, after, recorded: [] });
    if (after) return createWrites(INVOICES, after, []);
    return deleteWrites(INVOICES, { document: before!, events: [], creditNotes: [], payments: [] });
  };

  it.each<[string, InvoiceDocument | null, InvoiceDocument | null, unknown[]]>([
    ['a new one', null, draft('s'), [['s', 1]]],
    ['a new one without a series', null, draft(null), []],
    [
      'one that names another',
      draft('s'),
      draft('t'),
      [
        ...[
          ['s', -1],
          ['t', 1],
        ],
      ],
    ],
    ['one that names none any more', draft('s'), draft(null), [['s', -1]]],
    ['another change', draft('s'), draft('s'), []],
    ['one that takes a number, which the series counts itself', draft(null), draft('s', 1), []],
    ['one that is removed', draft('s'), null, [['s', -1]]],
    ['one that is removed with its number', draft('s', 1), null, [['s', -1]]],
  ])('%s', (_, before, after, expected) => {
    expect(uses(writesOf(before, after))).toEqual(expected);
  });

  it("in the part of its company's counter for the document", () => {
    const part = `COUNT#SERIES#s#${String(shardOf('d', 16)).padStart(2, '0')}`;
    expect(shardOf('d', 16)).not.toBe(shardOf('', 16));
    for (const writes of [writesOf(null, draft('s')), writesOf(draft('s'), null)]) {
      const keys = writes.flatMap(({ operation: { Update } }) =>
        Update?.Key?.['sk'] === part ? [Update.Key['pk'] as string] : [],
      );
      expect(keys).toEqual([`C#${draft('s').companyId}`]);
    }
  });
});
