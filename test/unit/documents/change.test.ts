import { beforeEach, describe, expect, test } from 'vitest';
import { readSeriesById, type Series, seriesItem } from '#shared/records/catalogue/series/store.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { entriesSortKey, newEvent } from '#shared/documents/common/timeline.ts';
import { changeDocument, type Changing, transition } from '#shared/documents/common/transition.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { type InvoiceParts, readInvoice, type StoredInvoice } from '#shared/documents/invoices/read.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyKey, type Item } from '#shared/platform/store/table.ts';
import { commitPlainly, create, transact, type Write } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { sampleDocument } from '../../support/documents.ts';
import { useTable } from '../../support/table.ts';

/** How a change of a document is decided and committed, on the table itself. */

const table = useTable();
const company = companyScope(newId());
let loaded: StoredInvoice;
const stored = () => readInvoice(company, loaded.document.id);
const reads = () => table.calls.filter(({ operation }) => operation === 'Query' || operation === 'GetItem').length;

type Rule = Parameters<typeof changeDocument<InvoiceParts, StoredInvoice>>[3];
const noted = (notes: string) => (current: StoredInvoice | undefined) => ({
  after: { ...current!.document, notes: `${current?.document.notes ?? ''}${notes}` },
  event: newEvent('updated', null, notes, null),
});
const changing = (more: Partial<Changing<StoredInvoice, StoredInvoice>> = {}) => ({
  commit: commitPlainly<StoredInvoice>,
  ...more,
});
const change = (rule: Rule, more: Partial<Changing<StoredInvoice, StoredInvoice>> = {}, from: StoredInvoice | null = loaded) =>
  changeDocument(INVOICES, { company, id: loaded.document.id, ...(from && { loaded: from }) }, changing(more), rule);

beforeEach(async () => {
  const document = { ...sampleDocument({ id: newId(), clientId: null, notes: null }), companyId: company };
  await transact(createWrites(INVOICES, document, [{ event: newEvent('created', 'draft', 'new', null) }]));
  loaded = (await readInvoice(company, document.id))!;
  table.calls.length = 0;
});

describe('a change of a document', () => {
  test('reads nothing that the caller has read, and returns what it stores', async () => {
    const { version } = loaded.document;
    const changed = await change(noted('a'), {}, { ...loaded, nextNumber: 7 });
    expect(reads()).toBe(0);
    expect([changed.document.notes, changed.document.version, changed.nextNumber]).toEqual(['a', version + 1, 7]);
    expect(changed.events.map(({ details }) => details)).toEqual(['a', 'new']);
    const { document, events } = (await stored())!;
    expect([document.notes, document.version, events.map(({ details }) => details)]).toEqual(['a', version + 1, ['a', 'new']]);
  });

  test('reads the document where the caller has not', async () => {
    expect(await change(noted('a'), {}, null)).toMatchObject({ document: { notes: 'a' }, nextNumber: null });
    expect(reads()).toBe(1);
  });

  test('takes a number with its timeline entry, notifies the webhooks, and returns the additions of the rule', async () => {
    const series: Series = {
      ...{ id: newId(), name: 'F', prefix: 'F', type: 'invoice', year: null, currentNumber: 7, highestUsed: 7, active: true },
      ...{ isDefault: true, source: 'manual', lastHash: 'h7', usedCount: 0, createdAt: '', updatedAt: '' },
    };
    await transact([create(seriesItem(company, series))]);
    const numbered = { sequence: 8, number: `F-${series.id}`, seriesId: series.id };
    const changed = await change(current => ({
      after: { ...current!.document, ...numbered },
      event: newEvent('status_change', 'issued', 'F-008', null),
      taken: series,
      notifications: [invoiceNotification('invoice.issued', current!.document)],
      extras: { warnings: ['w'], nextNumber: 9 },
    }));
    const [event] = changed.events;
    expect([changed.warnings, changed.nextNumber]).toEqual([['w'], 9]);
    expect(event?.series).toEqual({ id: series.id, sequence: 8, previousHash: 'h7' });
    expect((await stored())?.document).toMatchObject(numbered);
    expect((await stored())?.events[0]).toEqual(event);
    expect(await readSeriesById(company, series.id)).toMatchObject({ currentNumber: 8, usedCount: 1, lastHash: event?.hash });
    const sent = await getItem<Item & { webhooks: object[] }>(
      companyKey(company, entriesSortKey(INVOICES.kind, loaded.document.id, event?.id ?? '')),
    );
    expect(sent?.webhooks).toMatchObject([{ type: 'invoice.issued' }]);
  });

  const queue = companyKey(company, 'TURN#X');
  test.each([
    ['', {}],
    [' in its turn', { queue }],
  ])('is decided again%s on the changes of others, and on all that it depends on', async (_, more) => {
    await change(noted('a'));
    const steps: (number | string)[] = [];
    const reread = () => Promise.resolve(steps.push('reread'));
    const rule: Rule = (current, attempt) => {
      steps.push(attempt);
      return noted('b')(current) as ReturnType<Rule>;
    };
    const commit = (writes: Write[], result: StoredInvoice) => {
      expect(writes[0]?.decidedOn).toBe('queue' in more ? true : undefined);
      return commitPlainly(writes, result);
    };
    const changed = await change(rule, { ...more, reread, commit });
    expect([changed.document.notes, steps]).toEqual(['ab', [0, 'reread', 1]]);
    expect((await stored())?.document).toMatchObject({ notes: 'ab', version: loaded.document.version + 2 });
    expect(await queryItems({ partition: queue.pk, beginsWith: queue.sk })).toEqual([]);
  });

  test('may be empty, also in its turn: then nothing is written, and nobody waits', async () => {
    expect(await change(() => ({ unchanged: loaded }))).toBe(loaded);
    expect(table.calls).toEqual([]);
    await change(noted('a'));
    const rule: Rule = (current, attempt) => (attempt === 0 ? noted('b')(current) : { unchanged: current! });
    expect((await change(rule, { queue })).document.notes).toBe('a');
    expect(await queryItems({ partition: queue.pk, beginsWith: queue.sk })).toEqual([]);
  });

  test('is written together with its other items, or not at all', async () => {
    const key = companyKey(company, `BESIDE#${newId()}`);
    const beside: Rule = current =>
      ({
        ...noted('a')(current),
        also: { writes: [create({ ...key, kind: 'client' }, () => conflict('Taken.'))] },
      }) as never;
    await change(beside);
    expect(await getItem(key)).toBeDefined();
    await expect(change(beside, {}, (await stored())!)).rejects.toMatchObject({ message: 'Taken.' });
    expect((await stored())?.document.notes).toBe('a');
  });

  test('is rejected where the status of the document forbids it, also after another change', async () => {
    const cancel = () =>
      transition<InvoiceParts, StoredInvoice>(INVOICES, loaded, 'cancel', changing(), current => ({
        after: { ...current.document, status: 'cancelled' },
      }));
    expect((await cancel()).document.status).toBe('cancelled');
    await expect(cancel()).rejects.toMatchObject({ code: 'conflict' });
  });
});
