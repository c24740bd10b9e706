import { describe, expect, it } from 'vitest';
import { printedAmounts } from '#shared/documents/common/print/amounts.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { balanceOf } from '#shared/model/amounts/payment-state.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { adjustments, factsOf, printedInvoice, textOf } from './sample.ts';

const discount = {
  chargeIndicator: false,
  amount: '12.34',
  reason: 'Volum',
  baseAmount: '123.40',
  multiplierFactorNumeric: '10',
};
const freight = { chargeIndicator: true, amount: '5', reason: 'Ambalaj' };
const lines = [
  sampleLine({ unitPrice: '333.33', quantity: '3', discountPercent: '5' }),
  sampleLine({ unitPrice: '99.99', vatRate: '11' }),
];
const adjustedLines = [sampleLine({ unitPrice: '123.4', ublExtensions: { allowanceCharges: [discount, freight] } }), ...lines];

/** The amounts of BG-22 and BG-23 in the XML, with the document's own sign. */
function stated(document: InvoiceDocument): Record<string, string | string[] | undefined> {
  const xml = writeUbl(document);
  const sign = document.isCreditNote ? -1 : 1;
  const all = (name: string, within = xml): string[] =>
    [...within.matchAll(new RegExp(`<cbc:${name} currencyID="[A-Z]{3}">([^<]*)<`, 'g'))].map(([, value]) =>
      decimal(value).times(sign).toFixed(2),
    );
  const total = xml.slice(xml.indexOf('<cac:LegalMonetaryTotal>'));
  const vat = xml.slice(xml.indexOf('<cac:TaxTotal>'), xml.indexOf('<cac:LegalMonetaryTotal>'));
  return {
    net: all('TaxExclusiveAmount')[0],
    total: all('TaxInclusiveAmount')[0],
    prepaid: all('PrepaidAmount', total)[0],
    payable: all('PayableAmount', total)[0],
    lineTotal: all('LineExtensionAmount', total)[0],
    lines: all('LineExtensionAmount').slice(1),
    vat: all('TaxAmount', vat)[0],
    taxable: all('TaxableAmount'),
  };
}

const CASES: [string, InvoiceDocument][] = [
  ['without extensions', sampleDocument({ lines })],
  ['with allowances and charges', sampleDocument({ lines, ublExtensions: adjustments })],
  ['with allowances and charges of a line', sampleDocument({ lines: adjustedLines })],
  ['with both', sampleDocument({ lines: adjustedLines, ublExtensions: adjustments })],
  ['with a prepayment', sampleDocument({ lines, ublExtensions: { prepaidAmount: '100.5' } })],
  ['in euro', sampleDocument({ lines, ublExtensions: adjustments, currency: 'EUR', exchangeRate: '4.9765' })],
  ['crediting another', sampleCreditNote({ lines: adjustedLines, ublExtensions: adjustments })],
];

describe('totals of a document with allowances, charges, prepayment (BG-22)', () => {
  it.each(CASES)('%s are those of its XML', (_case, document) => {
    const totals = printedAmounts(document);
    const xml = stated(document);
    expect(totals).toMatchObject({ net: xml['net'], vat: xml['vat'], total: xml['total'], payable: xml['payable'] });
    expect(totals.lines.map(line => line.subtotal)).toEqual(xml['lines']);
    expect(totals.groups.map(group => group.taxable)).toEqual(xml['taxable']);
    expect(totals.prepaid ?? undefined).toBe(xml['prepaid']);
    if (totals.lineTotal !== null) expect(totals.lineTotal).toBe(xml['lineTotal']);
  });

  it.each(CASES)('%s add up as they are printed', (_case, document) => {
    const { lines: printed, adjustments: entries, ...totals } = printedAmounts(document);
    const add = (...values: (string | null)[]): string =>
      values.reduce((sum, value) => sum.plus(value ?? 0), decimal(0)).toFixed(2);
    expect(add(...printed.map(line => line.subtotal))).toBe(totals.lineTotal ?? totals.net);
    expect(add(...entries.map(entry => entry.amount))).toBe(add(totals.allowanceTotal, totals.chargeTotal));
    expect(add(totals.lineTotal ?? totals.net, totals.allowanceTotal, totals.chargeTotal)).toBe(totals.net);
    expect(add(...totals.groups.map(group => group.taxable))).toBe(totals.net);
    expect(add(...totals.groups.map(group => group.vat))).toBe(totals.vat);
    expect(add(totals.net, totals.vat)).toBe(totals.total);
    expect(add(totals.payable, totals.prepaid)).toBe(add(totals.total, totals.rounding));
  });

  it('of a received document are its stored ones, and the remaining difference is rounding (BT-114)', () => {
    const received: InvoiceDocument = {
      ...sampleDocument({ direction: 'incoming', ublExtensions: { prepaidAmount: '20.00' } }),
      payable: '101.03',
    };
    expect(printedAmounts(received)).toMatchObject({ total: '121.00', prepaid: '20.00', rounding: '0.03', payable: '101.03' });
    expect(textOf(printedInvoice(received))).toMatch(
      /Total 121,00 RON Avans achitat -20,00 RON Rotunjire 0,03 RON Total de plată 101,03 RON/,
    );
  });

  it('are printed in the order in which they add up', () => {
    const text = textOf(printedInvoice(sampleDocument({ ublExtensions: adjustments })));
    expect(text).toContain(
      'Reduceri și costuri Cota TVA Valoare fără TVA Client fidel, 5% din 200,00 21% -10,00 Transport 11% 25,50',
    );
    expect(text).toContain(
      'Poziții, fără TVA 100,00 RON Reduceri -10,00 RON Costuri suplimentare 25,50 RON Total fără TVA 115,50 RON ' +
        'Total TVA 21,71 RON Total 137,21 RON Avans achitat -37,00 RON Total de plată 100,21 RON',
    );
  });

  it('the amount to pay and the balance are the same on the PDF, in the XML and in the API, also after payments and credits', () => {
    const document = sampleDocument({ ublExtensions: adjustments });
    expect([document.total, document.payable, document.balance]).toEqual(['121.00', '100.21', '100.21']);
    const paid = { ...document, amountPaid: '21.00', creditedAmount: '9.00' };
    expect(textOf(printedInvoice({ ...paid, balance: balanceOf(paid) }))).toContain(
      'Total de plată 100,21 RON Achitat -21,00 RON Stornat -9,00 RON Rest de plată 70,21 RON',
    );
    const settled = { ...document, amountPaid: '121.00' };
    expect(textOf(printedInvoice({ ...settled, balance: balanceOf(settled) }))).toContain('Rest de plată 0,00 RON');
  });

  it('have under a line the changes of its net amount', () => {
    const text = textOf(printedInvoice(sampleDocument({ lines: [adjustedLines[0]!] })));
    expect(text).toContain('Reducere · Volum, 10% din 123,40: -12,34 Cost suplimentar · Ambalaj: 5,00');
    expect(text).toContain('21% 116,06 24,37 140,43');
  });

  it.each([
    ['a reason', { reason: 'Volum', reasonCode: '95' }, 'Volum'],
    ['a code alone', { reasonCode: '95' }, 'Reducere (95)'],
    ['neither', {}, 'Reducere'],
    ['a base alone', { baseAmount: '50' }, 'Reducere, din 50,00'],
  ])('name an allowance with %s', (_with, given, shown) => {
    const entry = { chargeIndicator: false, amount: '1', taxCategoryCode: 'S', taxRate: '21', ...given } as const;
    const document = sampleDocument({ ublExtensions: { allowanceCharges: [entry] } });
    expect(textOf(printedInvoice(document))).toContain(`Valoare fără TVA ${shown} 21% -1,00`);
  });

  it.each(LANGUAGES)('are searched after printing in %s', language => {
    const without = factsOf(sampleDocument({ language })).map(({ what }) => what);
    const facts = factsOf(sampleDocument({ language, ublExtensions: adjustments })).map(({ what }) => what);
    const added = facts.filter(what => !without.includes(what));
    expect(new Set(added)).toEqual(
      new Set([
        ...[
          'allowance',
          'VAT rate of an allowance',
          'amount of an allowance',
          'charge',
          'VAT rate of a charge',
          'amount of a charge',
        ],
        ...['sum of the lines', 'allowances', 'charges', 'prepaid amount', 'amount to pay'],
        ...['VAT rate S 11', 'taxable amount of S 11', 'VAT of S 11'],
      ]),
    );
  });
});
