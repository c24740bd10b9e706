import { describe, expect, it } from 'vitest';
import { isSettled, movedPayments, refuseOtherVat, withNotDue } from '#shared/documents/invoices/not-due.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { notDueAtFirst } from '#shared/model/fiscal/collection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { type DocumentOverrides, sampleDocument, sampleLine } from '../../support/documents.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

/** What is not due of the VAT of a rejected invoice that is changed, and what its payments follow (INV-119). */

setEnvironment({ TABLE_NAME: 'table' });

const document = (overrides: DocumentOverrides = {}): InvoiceDocument => {
  const made = sampleDocument({
    status: 'rejected',
    tvaLaIncasare: true,
    lines: [sampleLine({ unitPrice: '1000' })],
    ...overrides,
  });
  const notDue = notDueAtFirst(made);
  return { ...made, ...(notDue && { notDue }) };
};
const stored = (of: InvoiceDocument, more: Partial<StoredInvoice> = {}): StoredInvoice => ({
  ...({ document: of, payments: [], creditNotes: [], events: [] } as unknown as StoredInvoice),
  ...more,
});
const payment = (place: number, more: Partial<Payment> = {}) =>
  ({ id: `p${place}`, amount: '1.00', currency: 'EUR', paymentDate: '2026-03-05', createdAt: '', ...more }) as Payment;

describe('VAT that is not due', () => {
  const twoRates = [sampleLine({ unitPrice: '1000' }), sampleLine({ unitPrice: '100', vatRate: '11' })];
  const { notDue: _, ...plain } = document({ tvaLaIncasare: false });

  it.each<[string, InvoiceDocument, InvoiceDocument, string[] | undefined]>([
    ['out of VAT on collection', document(), { ...document(), tvaLaIncasare: false }, undefined],
    ['into it', plain, { ...plain, tvaLaIncasare: true }, ['210.00']],
    ['to other lines', document(), document({ lines: [sampleLine({ unitPrice: '2000' })] }), ['420.00']],
    [
      'of a draft: not before its issue',
      document({ status: 'draft' }),
      { ...plain, status: 'draft', tvaLaIncasare: true },
      undefined,
    ],
  ])('is that of the new content: %s', (_, before, after, expected) => {
    expect(withNotDue(stored(before), after, undefined).notDue?.map(({ vat }) => vat)).toEqual(expected);
  });

  it('stays as payments and credits have left it', () => {
    const paid = { ...document(), notDue: [] };
    for (const more of [{ payments: [payment(1)] }, { creditNotes: [{ status: 'cancelled', validated: true }] }])
      expect(withNotDue(stored(paid, more as Partial<StoredInvoice>), paid, undefined).notDue).toEqual([]);
    expect(isSettled(stored({ ...paid, creditedAmount: '1.00' }))).toBe(true);
    expect(isSettled(stored(paid))).toBe(false);
  });

  it.each<[string, InvoiceDocument, InvoiceDocument, string[]]>([
    ['tvaLaIncasare', document(), document({ tvaLaIncasare: false }), ['tvaLaIncasare']],
    ['lines', document(), document({ lines: [sampleLine({ unitPrice: '900' })] }), ['lines']],
    [
      'rate',
      document({ currency: 'EUR', exchangeRate: '5' }),
      document({ currency: 'EUR', exchangeRate: '4' }),
      ['exchangeRate'],
    ],
    ['nothing', document(), document({ notes: 'As agreed' }), []],
    ['the order of lines', document({ lines: twoRates }), document({ lines: twoRates.toReversed() }), []],
    ['not under VAT on collection', plain, { ...plain, exchangeRate: '2' }, []],
  ])('is not changed after payments: %s', (_, before, after, expected) => {
    const fields: string[] = [];
    refuseOtherVat(before, after, field => fields.push(field));
    expect(fields).toEqual(expected);
  });
});

describe('the payments of a changed invoice', () => {
  const at = (exchangeRate: string) => document({ currency: 'EUR', exchangeRate, tvaLaIncasare: false });
  const [before, after] = [at('5'), at('4.9')];
  const all = (count: number) => Array.from({ length: count }, (_, place) => payment(place));

  it('follow its exchange rate, as far as they fit into one transaction', async () => {
    expect(movedPayments(before, after, all(70))).toHaveLength(70);
    expect(movedPayments(before, { ...before, notes: 'x' }, all(70))).toEqual([]);
    expect(movedPayments({ ...before, status: 'draft' }, { ...after, status: 'draft' }, all(1))).toEqual([]);
    const refused = await refusedFieldsBy(() => movedPayments(before, after, all(71)));
    expect(refused).toEqual([422, 'validation_error', ['exchangeRate']]);
  });
});
