import { describe, expect, it } from 'vitest';
import { isNegated } from '#shared/model/amounts/document-figures.ts';
import { fiscalOfRow } from '#shared/model/amounts/fiscal-fields.ts';
import { asksForPayment, paysBack } from '#shared/model/amounts/owed.ts';
import { withFiscalTotals } from '#shared/model/amounts/payable.ts';
import { paymentAccount } from '#shared/model/amounts/payment-account.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { type DocumentOverrides, sampleCreditNote, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';

describe('the payer of a document', () => {
  it.each([
    ['issued', false, '0.01', 'the buyer'],
    ['issued', false, '0.00', 'nobody'],
    ['issued', false, '-0.01', 'the seller'],
    ['issued', true, '-121.00', 'the seller'],
    ['issued', true, '0.00', 'the seller'],
    ['issued', true, '0.01', 'the seller'],
    ['cancelled', false, '0.01', 'nobody'],
    ['cancelled', true, '-121.00', 'nobody'],
  ] as const)('%s, credit note: %s, %s to pay: %s', (status, isCreditNote, payable, who) => {
    const document = { status, isCreditNote, payable, total: '5.00' };
    expect([asksForPayment(document), paysBack(document)]).toEqual([who === 'the buyer', who === 'the seller']);
  });

  it('the account is that of the seller, without spaces, unless the document names a payee', () => {
    const seller = sampleSeller({ iban: 'RO49 AAAA 1B31 0075 9384 0000' });
    expect(paymentAccount(sampleDocument({ seller }))).toEqual({ iban: 'RO49AAAA1B31007593840000', bankName: 'Banca Exemplu' });
    expect(paymentAccount(sampleDocument({ seller, isCreditNote: true }))).toEqual({ iban: null, bankName: null });
    expect(paymentAccount(sampleDocument({ invoiceTypeCode: '389', client: null }))).toEqual({ iban: null, bankName: null });
    const payee = { payeeBankAccount: 'RO 1', payeeBankName: 'B' };
    expect(paymentAccount(sampleDocument({ seller, ...payee }))).toEqual({ iban: 'RO1', bankName: 'B' });
  });
});

describe('the totals of the e-invoice', () => {
  const allowance = { chargeIndicator: false, amount: '20' };
  const ofDocument = { allowanceCharges: [{ ...allowance, taxCategoryCode: 'S', taxRate: '21' }] };
  const ofLine = { ublExtensions: { allowanceCharges: [allowance] } };
  const differ = { subtotal: '80.00', vatTotal: '16.80', total: '96.80' };
  it.each<[string, DocumentOverrides, object]>([
    ['nothing', {}, {}],
    ['the amount to pay', { ublExtensions: { prepaidAmount: '21' } }, { payable: '100.00' }],
    ['all', { ublExtensions: ofDocument } as DocumentOverrides, { fiscal: differ, payable: '96.80' }],
    ['all, by a line', { lines: [sampleLine(ofLine), sampleLine({ unitPrice: '0' })] }, { fiscal: differ, payable: '96.80' }],
    [
      'the net amount and the total, not the VAT',
      { lines: [sampleLine({ ...ofLine, vatCategoryCode: 'Z', vatRate: '0' })] },
      { fiscal: { subtotal: '80.00', vatTotal: '0.00', total: '80.00' }, payable: '80.00' },
    ],
    [
      'the VAT and the total, where one rate replaces another',
      {
        ublExtensions: {
          allowanceCharges: [
            { chargeIndicator: false, amount: '20', taxCategoryCode: 'S', taxRate: '21' },
            { chargeIndicator: true, amount: '20', taxCategoryCode: 'S', taxRate: '11' },
          ],
        },
      },
      { fiscal: { subtotal: '100.00', vatTotal: '19.00', total: '119.00' }, payable: '119.00' },
    ],
  ])('of a document differ from the stored ones in: %s', (_, fields, expected) => {
    const { fiscal, payable } = withFiscalTotals(sampleDocument(fields));
    expect({ ...(fiscal && { fiscal }), ...(payable !== undefined && { payable }) }).toEqual(expected);
  });

  it('of a credit note have its sign', () => {
    const note = sampleCreditNote({ ublExtensions: ofDocument } as DocumentOverrides);
    expect(withFiscalTotals(note)).toMatchObject({ fiscal: { subtotal: '-80.00', vatTotal: '-16.80' }, payable: '-96.80' });
  });

  const stored = { subtotal: '100.00', vatTotal: '21.00', total: '121.00' } as InvoiceRow;

  it('of a row are the stored ones, unless the row states others', () => {
    expect(fiscalOfRow(stored)).toEqual({ subtotal: '100.00', vatTotal: '21.00', total: '121.00', payable: '121.00' });
    const others = { fiscalSubtotal: '90.00', fiscalVatTotal: '18.90', fiscalTotal: '108.90', payable: '8.90' };
    expect(fiscalOfRow({ ...stored, ...others })).toEqual({
      ...{ subtotal: '90.00', vatTotal: '18.90', total: '108.90', payable: '8.90' },
    });
  });

  it.each([
    ['380', false, '-121.00', false],
    ['381', true, '-121.00', true],
    ['381', true, '0.00', true],
    ['381', false, '-0.01', true],
    ['381', false, '0.00', false],
    ['381', false, '0.50', false],
  ])('type %s, credit note: %s, total %s: the XML has the opposite sign: %s', (invoiceTypeCode, isCreditNote, total, negated) => {
    expect(isNegated({ ...sampleDocument({ invoiceTypeCode, isCreditNote }), total })).toBe(negated);
  });
});
