import { beforeEach, describe, expect, test } from 'vitest';
import { createWrites, readDocument } from '#shared/documents/common/store.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { changeDocument, type Changing, transition } from '#shared/documents/common/transition.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyKey, companyScope } from '#shared/platform/store/table.ts';
import { create, transact } from '#shared/platform/store/transact.ts';
import { sampleDocument } from '../../support/documents.ts';
import { useTable } from '../../support/table.ts';

/** How a change of a document is decided and committed, on the table itself. */

const table = useTable();
const company = companyScope(newId());
let loaded: StoredInvoice;
const stored = () => readDocument<Invoice, StoredInvoice>(INVOICES, company, loaded.document.id);
const reads = () => table.calls.filter(({ operation }) => operation === 'Query' || operation === 'GetItem').length;

type Rule = Parameters<typeof changeDocument<Invoice, StoredInvoice, StoredInvoice>>[3];
const noted = (notes: string) => (current: StoredInvoice | undefined) => ({
  after: { ...current!.document, notes: `${current?.document.notes ?? ''}${notes}` },
  event: newEvent('updated', null, notes, null),
});
const changing = (more: Partial<Changing<Invoice, StoredInvoice, StoredInvoice>> = {}) => ({
  commit: (writes: Parameters<typeof transact>[0], changed: StoredInvoice) => transact(writes).then(() => changed),
  ...more,
});
const change = (
  rule: Rule,
  more: Partial<Changing<Invoice, StoredInvoice, StoredInvoice>> = {},
  from: StoredInvoice | null = loaded,
) => changeDocument(INVOICES, { company, id: loaded.document.id, ...(from && { loaded: from }) }, changing(more), rule);

beforeEach(async () => {
  const document = { ...sampleDocument({ id: newId(), clientId: null, notes: null }), companyId: company };
  await transact(createWrites(INVOICES, document, [{ event: newEvent('created', 'draft', 'new', null) }]));
  loaded = (await readDocument<Invoice, StoredInvoice>(INVOICES, company, document.id))!;
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
    expect((await change(noted('a'), {}, null)).document.notes).toBe('a');
    expect(reads()).toBe(1);
  });

  const queue = companyKey(company, 'TURN#X');
  test.each([
    ['', {}],
    [' in its turn', { queue }],
  ])('is decided again%s on the changes of others, and on all that it depends on', async (_, more) => {
    await change(noted('a'));
    const attempts: number[] = [];
    let rereads = 0;
    const reread = () => Promise.resolve(rereads++);
    const rule: Rule = (current, attempt) => {
      attempts.push(attempt);
      return noted('b')(current) as ReturnType<Rule>;
    };
    const changed = await change(rule, { ...more, reread });
    expect([changed.document.notes, attempts, rereads]).toEqual(['ab', [0, 1], 1]);
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
      transition<Invoice, StoredInvoice, StoredInvoice>(INVOICES, loaded, 'cancel', changing(), current => ({
        after: { ...current.document, status: 'cancelled' },
      }));
    expect((await cancel()).document.status).toBe('cancelled');
    await expect(cancel()).rejects.toMatchObject({ code: 'conflict' });
  });
});
