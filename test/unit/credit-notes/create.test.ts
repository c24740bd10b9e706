import { beforeEach, describe, expect, test } from 'vitest';
import { createCreditNote } from '#shared/documents/credit-notes/create.ts';
import { CREDIT_NOTE_LINKS } from '#shared/documents/credit-notes/links.ts';
import { entriesSortKey } from '#shared/documents/common/timeline.ts';
import { createWrites, headerWrites } from '#shared/documents/common/store.ts';
import { readInvoice, type StoredInvoice } from '#shared/documents/invoices/read.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyKey, type Item } from '#shared/platform/store/table.ts';
import { commitPlainly, transact } from '#shared/platform/store/transact.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';
import { useTable } from '../../support/table.ts';
import { bodyOf, by, contextOf, line, parentOf } from './drafts.ts';

/** A credit note and the invoice that it credits, which may change at the same moment, on the table itself. */

const table = useTable();
let parent: InvoiceDocument;

beforeEach(async () => {
  const receiver = { clientId: null, client: null, receiverName: 'Ana' };
  parent = parentOf(undefined, {
    companyId: companyScope(newId()),
    id: newId(),
    version: 1,
    issueDate: today(),
    seriesId: null,
    ...receiver,
  });
  await transact(createWrites(INVOICES, parent, []));
  table.calls.length = 0;
});

interface Circumstances {
  body?: object;
  existing?: StoredInvoice;
  parentRead?: InvoiceDocument | undefined;
  /** What happens between the read and the commit. */
  meanwhile?: () => Promise<unknown>;
}

/** Creates a credit note, and says what was tried. */
async function create({ body, existing, meanwhile, ...read }: Circumstances = {}) {
  const tried: { id: string; number: string; reads: number }[] = [];
  const context = { ...contextOf(parent), ...('parentRead' in read && { parent: read.parentRead }) };
  const created = await createCreditNote(INVOICES, {
    ...{ body: bodyOf(parent, { clientId: null, idempotencyKey: null, ...body }), context, by, idempotent: true, existing },
    commit: async (writes, result) => {
      const reads = table.callsOf('Query').length + table.callsOf('GetItem').length;
      tried.push({ id: result.document.id, number: result.document.number, reads });
      if (tried.length === 1) await meanwhile?.();
      return commitPlainly(writes, result);
    },
  });
  return { created, tried };
}

const inTable = async ({ id }: { id: string }) => (await readInvoice(parent.companyId, id))!;

describe('A new credit note', () => {
  test('is a draft with an entry in its timeline and a notification; it claims its invoice', async () => {
    const { created, tried } = await create();
    expect(tried).toMatchObject([{ id: created.document.id, reads: 0 }]);
    expect(created).toMatchObject({ document: { status: 'draft', total: '-12.10', parentDocumentId: parent.id }, nextNumber: 5 });
    expect(created).not.toHaveProperty('warnings');
    const stored = await inTable(created.document);
    expect(stored.events).toMatchObject([{ type: 'created', details: `Credit note on ${parent.number} created` }]);
    const entry = entriesSortKey(INVOICES.kind, created.document.id, stored.events[0]!.id);
    const sent = await getItem<Item & { webhooks: object[] }>(companyKey(parent.companyId, entry));
    expect(sent?.webhooks).toMatchObject([{ type: 'invoice.created' }]);
    const { document, creditNotes } = await inTable(parent);
    expect([document.version, creditNotes.map(({ id }) => id)]).toEqual([2, [created.document.id]]);
  });

  test('has a warning if it credits more than the invoice', async () => {
    const { created } = await create({ body: { lines: [line({ unitPrice: 101 })] } });
    expect(created.warnings).toEqual([expect.stringContaining('122.21')]);
  });

  test('is the one that was created with the same key, with the next number of its series', async () => {
    const { created: existing } = await create();
    const { created, tried } = await create({ existing: { ...existing, nextNumber: null } });
    expect([created, tried]).toEqual([{ ...existing, nextNumber: 5 }, []]);
  });

  test('is rejected without its invoice: 404', async () => {
    expect(await refusedFieldsBy(() => create({ parentRead: undefined }))).toEqual([404, 'not_found', []]);
  });

  test('is decided again on the current invoice and its credit notes, with its id and number', async () => {
    const { created, tried } = await create({
      body: { lines: [line({ unitPrice: 60 })] },
      meanwhile: () => create({ body: { lines: [line({ unitPrice: 70 })] } }),
    });
    const { id, number } = created.document;
    expect(tried).toMatchObject([
      { id, number },
      { id, number },
    ]);
    expect(created.warnings).toEqual([expect.stringContaining('157.30')]);
    expect((await inTable(created.document)).document).toMatchObject({ id, number });
    expect(await CREDIT_NOTE_LINKS.read(parent.companyId, parent.id)).toHaveLength(2);
  });

  test('is rejected when the invoice is cancelled at the same time', async () => {
    const cancel = () =>
      transact(headerWrites(INVOICES, [{ before: parent, after: { ...parent, status: 'cancelled' }, recorded: [] }]));
    expect(await refusedFieldsBy(() => create({ meanwhile: cancel }))).toEqual([422, 'validation_error', ['parentDocumentId']]);
  });
});
