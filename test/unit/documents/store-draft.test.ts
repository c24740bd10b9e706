import { beforeEach, describe, expect, test } from 'vitest';
import { type Series, seriesItem, seriesKey } from '#shared/records/catalogue/series/store.ts';
import type { DocumentType } from '#shared/documents/common/definition.ts';
import { changeWrites, createWrites } from '#shared/documents/common/store.ts';
import { type NewDraftWith, storeDraft } from '#shared/documents/common/store-draft.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { readInvoice, type InvoiceParts, type StoredInvoice } from '#shared/documents/invoices/read.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { commitPlainly, ConditionFailed, create, put, transact, type Write } from '#shared/platform/store/transact.ts';
import { sampleDocument } from '../../support/documents.ts';
import { useTable } from '../../support/table.ts';

/** How a new draft is stored, and how an identical one is found, on the table itself. */

const table = useTable();
let company: CompanyId;
/** The writes of each transaction of the last `store`. */
let attempts: Write[][];
/** How often it was decided. */
let decisions: number;

beforeEach(() => {
  company = companyScope(newId());
});

/** Drafts of one receiver and total, so that each is taken for a repetition of the one before. */
const draftOf = (more: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  ...sampleDocument({ companyId: company, id: newId(), version: 1, status: 'draft', sequence: null, seriesId: null }),
  ...{ clientId: null, client: null, receiverName: 'Ana', createdAt: '2026-03-02T09:59:00.000Z' },
  ...more,
});
const created = () => newEvent('created', 'draft', 'new', null);

interface Circumstances {
  more?: Partial<NewDraftWith<InvoiceParts>>;
  idempotent?: boolean;
  queue?: Key;
  type?: DocumentType<InvoiceParts>;
  /** What happens before the first commit: another request, or a failed condition. */
  before?: () => Promise<unknown>;
}

function store(document: InvoiceDocument, { more, idempotent = false, queue, type = INVOICES, before }: Circumstances = {}) {
  attempts = [];
  decisions = 0;
  const commit = async (writes: Write[], result: StoredInvoice): Promise<StoredInvoice> => {
    attempts.push(writes);
    if (attempts.length === 1) await before?.();
    return commitPlainly(writes, result);
  };
  const decide = () => {
    decisions++;
    return Promise.resolve({ document, recorded: [{ event: created() }], ...more });
  };
  return storeDraft(type, decide, { commit, idempotent, ...(queue && { queue }) });
}

const conflicting = (write = 0, found?: Record<string, unknown>) => Promise.reject(new ConditionFailed(write, found));
const isStored = async ({ id }: InvoiceDocument) => (await readInvoice(company, id)) !== undefined;

/** Issues a stored draft: later drafts do not match it any more. */
const issue = (before: InvoiceDocument) =>
  transact(changeWrites(INVOICES, { before, after: { ...before, status: 'issued' }, recorded: [] }));

describe('A new draft', () => {
  test('is returned as a later read returns it, and is written with its other writes', async () => {
    const key = companyKey(company, 'BESIDE#1');
    const { warnings, ...stored } = await store(draftOf(), {
      more: {
        recorded: [{ event: created() }, { event: newEvent('updated', null, 'paid', null) }],
        extras: { warnings: ['w'] },
        writes: [create({ ...key, kind: 'client' })],
      },
    });
    expect(warnings).toEqual(['w']);
    expect(stored.events.map(({ details }) => details)).toEqual(['paid', 'new']);
    expect(stored).toEqual(await readInvoice(company, stored.document.id));
    expect(await getItem(key)).toBeDefined();
    expect(attempts[0]?.[0]?.decidedOn).toBe(true);
    expect(table.callsOf('GetItem').length).toBe(1);
  });

  test('is returned with the child records that it has from the beginning', async () => {
    const payments = [{ id: 'p' }] as StoredInvoice['payments'];
    expect(await store(draftOf(), { more: { children: { payments } } })).toMatchObject({ payments, creditNotes: [] });
  });

  test('takes its number in the same transaction: its first timeline entry is the next of the series', async () => {
    const series: Series = {
      ...{ id: newId(), name: 'F', prefix: 'F', type: 'invoice', year: null, currentNumber: 7, highestUsed: 7, active: true },
      ...{ isDefault: true, source: 'manual', lastHash: 'h7', usedCount: 0, createdAt: '', updatedAt: '' },
    };
    await transact([put(seriesItem(company, series))]);
    const document = draftOf({ sequence: 8, number: 'F-008', seriesId: series.id });
    const { events } = await store(document, { more: { taken: series } });
    expect(events[0]?.series).toEqual({ id: series.id, sequence: 8, previousHash: 'h7' });
    const { data } = (await getItem<Item & { data: Series }>(seriesKey(company, series.id)))!;
    expect(data).toMatchObject({ currentNumber: 8, usedCount: 1, lastHash: events[0]?.hash });
    const taken = await queryItems<Item & { row: object }>({ partition: companyPartition(company), beginsWith: 'NUMBER#' });
    expect(taken.map(({ row }) => row)).toMatchObject([{ sequence: 8, number: 'F-008', previousHash: 'h7' }]);
  });

  test('is decided again after a conflict, in its turn where it has one', async () => {
    const queue = companyKey(company, 'TURN#X');
    const waiting = () => queryItems({ partition: queue.pk, beginsWith: queue.sk });
    for (const inTurn of [{ queue }, {}]) {
      const document = draftOf();
      await store(document, { ...inTurn, idempotent: true, before: () => conflicting() });
      expect([attempts.length, await isStored(document), await waiting()]).toEqual([2, true, []]);
      expect(attempts[1]?.some(({ operation }) => operation.Delete?.Key?.['sk']?.startsWith(queue.sk))).toBe('queue' in inTurn);
    }
  });

  test('of a kind without duplicates is stored as it is', async () => {
    const { duplicates: _, ...type } = INVOICES;
    const [first, second] = [draftOf(), draftOf()];
    await store(first, { type });
    await store(second, { type, before: () => conflicting() });
    expect([await isStored(first), await isStored(second)]).toEqual([true, true]);
  });
});

describe('a draft that repeats another', () => {
  test('returns that one, with a warning, after one attempt', async () => {
    const first = await store(draftOf());
    const again = draftOf();
    const found = await store(again);
    expect([found.document, found.events]).toEqual([first.document, first.events]);
    expect(found.warnings).toEqual([expect.stringContaining(first.document.number)]);
    expect([decisions, attempts.length, await isStored(again)]).toEqual([1, 1, false]);
  });

  test('is stored when its request has a key; requests without a key find it', async () => {
    const [first, second] = [draftOf(), draftOf()];
    await store(first, { idempotent: true });
    await store(second, { idempotent: true });
    expect(await isStored(second)).toBe(true);
    expect((await store(draftOf())).document.id).toBe(second.id);
  });

  test('returns one that is stored at the same time, without another transaction', async () => {
    const other = draftOf();
    const own = draftOf();
    const found = await store(own, {
      before: async () => {
        await storeDraft(INVOICES, () => Promise.resolve({ document: other, recorded: [{ event: created() }] }), {
          ...{ commit: commitPlainly, idempotent: false },
        });
        await conflicting();
      },
    });
    expect([found.document.id, decisions, attempts.length, await isStored(own)]).toEqual([other.id, 2, 1, false]);
  });

  test.each([
    ['learns that from the failed condition', undefined, 2],
    ['learns that from the read before its second attempt', () => conflicting(), 2],
  ])('is stored if the other one is no draft any more: %s', async (_, before, tries) => {
    const first = await store(draftOf());
    await issue(first.document as InvoiceDocument);
    const own = draftOf();
    table.calls.length = 0;
    const { document, warnings } = await store(own, { ...(before && { before }) });
    expect([document.id, warnings, attempts.length, await isStored(own)]).toEqual([own.id, undefined, tries, true]);
    // The other document is read once, and once more by `isStored` here.
    expect(table.callsOf('Query').length).toBe(2);
    // It is found in its place.
    expect((await store(draftOf())).document.id).toBe(own.id);
  });

  test.each([
    ['the other one is gone, and with it the item that named it', 0, newId],
    ['another write failed, whose item names a document', 1, ({ id }: InvoiceDocument) => id],
  ])('is stored where %s', async (_, write, invoiceId) => {
    // Equal, but no item names it.
    const other = draftOf();
    await transact(createWrites(INVOICES, other, []));
    const own = draftOf();
    const { document } = await store(own, { before: () => conflicting(write, { invoiceId: invoiceId(other) }) });
    expect([document.id, attempts.length, await isStored(own)]).toEqual([own.id, 2, true]);
  });

  test('fails with the error of its transaction, if that is no failed condition', async () => {
    await expect(store(draftOf(), { before: () => Promise.reject(new Error('down')) })).rejects.toThrow('down');
    expect(attempts.length).toBe(1);
  });
});
