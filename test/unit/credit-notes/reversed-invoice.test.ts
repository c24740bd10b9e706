import { beforeEach, describe, expect, test } from 'vitest';
import { readCredited, readReversed, readSettled } from '#shared/documents/credit-notes/credited-invoice.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { useTable } from '../../support/table.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Which invoice is read for a document: the one that it credits, or that it takes back. */

const table = useTable();
/** An invoice that nothing can take back, and one in force; of one receiver. */
const [draft, issued] = [newId(), newId()];
let companyId: CompanyId;
const common = () => ({ companyId, clientId: null, client: null, seriesId: null });

beforeEach(async () => {
  companyId = companyScope(newId());
  for (const [id, status] of [
    [draft, 'draft'],
    [issued, 'issued'],
  ] as const)
    await transact(createWrites(INVOICES, sampleDocument({ ...common(), id, status, number: id }), []));
  table.calls.length = 0;
});

const credit = (parentDocumentId: string | null) => sampleCreditNote({ ...common(), id: newId(), parentDocumentId });
const negative = (parentDocumentId: string | null, more: Partial<Invoice> = {}) => ({
  ...sampleDocument({ ...common(), id: newId(), parentDocumentId, lines: [sampleLine({ quantity: '-1' })] }),
  ...more,
});
const positive = (parentDocumentId: string | null) => sampleDocument({ ...common(), id: newId(), parentDocumentId });

describe('the invoice that is read', () => {
  test.each<[string, () => Invoice, Partial<Record<'settled' | 'credited' | 'reversed', string>>]>([
    ['for a credit note', () => credit(issued), { settled: issued, credited: issued, reversed: issued }],
    ['for a credit note, whatever its status', () => credit(draft), { settled: draft, credited: draft, reversed: draft }],
    ['for a received credit note that names none', () => credit(null), {}],
    ['for a negative invoice', () => negative(issued), { reversed: issued }],
    ['for one in force', () => negative(issued, { settles: issued }), { settled: issued, reversed: issued }],
    ['for one that names an invoice which it does not fit', () => negative(draft), {}],
    ['for one that names none', () => negative(null), {}],
    ['for any other that names one', () => positive(issued), {}],
    ['for any other', () => positive(null), {}],
  ])('%s', async (_, documentOf, expected) => {
    const read = { settled: readSettled, credited: readCredited, reversed: readReversed };
    for (const [name, reader] of Object.entries(read)) {
      const found = await reader(documentOf());
      expect([name, found?.invoice.id]).toEqual([name, expected[name as keyof typeof expected]]);
    }
  });

  test('costs no read where there is none', async () => {
    for (const reader of [readSettled, readCredited, readReversed]) await reader(positive(issued));
    expect(table.calls).toEqual([]);
  });

  test('must be there: 404', async () => {
    await expect(readSettled(credit(newId()))).rejects.toMatchObject({ code: 'not_found' });
  });
});
