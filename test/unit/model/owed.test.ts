import { describe, expect, it } from 'vitest';
import { isNegated } from '../../../shared/model/amounts/document-figures.ts';
import { fiscalOfRow } from '../../../shared/model/amounts/fiscal-fields.ts';
import { asksForPayment, paysBack } from '../../../shared/model/amounts/owed.ts';
import { paymentAccount } from '../../../shared/model/amounts/payment-account.ts';
import type { InvoiceRow } from '../../../shared/model/invoice-row.ts';
import { sampleDocument, sampleSeller } from '../../support/documents.ts';

describe('Who has to pay', () => {
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
    const payee = { payeeBankAccount: 'RO 1', payeeBankName: 'B' };
    expect(paymentAccount(sampleDocument({ seller, ...payee }))).toEqual({ iban: 'RO1', bankName: 'B' });
  });
});

describe('The totals of the e-invoice', () => {
  const stored = { subtotal: '100.00', vatTotal: '21.00', total: '121.00' } as InvoiceRow;

  it('of a row are the stored ones, where the row states no others', () => {
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
