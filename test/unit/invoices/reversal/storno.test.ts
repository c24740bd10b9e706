import { describe, expect, it } from 'vitest';
import type { CreditNoteLink, InvoiceDocument } from '#shared/model/invoice.ts';
import { withAmounts } from '#shared/model/amounts/payable.ts';
import { figures } from '#shared/model/amounts/document-figures.ts';
import { amount, sum } from '#shared/base/kernel/money.ts';
import { reversed } from '#shared/documents/invoices/reversal/lines.ts';
import { draftWarnings, refuseReversed, standingReversal } from '#shared/documents/invoices/reversal/standing.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../../support/documents.ts';

type Overrides = NonNullable<Parameters<typeof sampleDocument>[0]>;
const invoice = (overrides: Overrides = {}): InvoiceDocument =>
  sampleDocument({ status: 'issued', ublExtensions: null, ...overrides });
const plain = { discount: null, discountPercent: null, vatIncluded: false, ublExtensions: null };

/** The lines in a document of the kind. */
const made = (source: InvoiceDocument, credits: InvoiceDocument[] = [], isCreditNote = false): InvoiceDocument => {
  const { lines, allowanceCharges } = reversed(source, credits, isCreditNote);
  const kind = isCreditNote
    ? ({ isCreditNote, documentType: 'credit_note', invoiceTypeCode: '381' } as const)
    : ({ invoiceTypeCode: '380' } as const);
  return withAmounts({ ...source, ...kind, lines, ublExtensions: allowanceCharges.length > 0 ? { allowanceCharges } : null });
};

describe('the lines that take back an invoice (INV-94)', () => {
  const cases: [string, Overrides][] = [
    ['net prices', { lines: [sampleLine({ ...plain, quantity: '3', unitPrice: '33.33' })] }],
    ['gross prices', { lines: [sampleLine({ ...plain, quantity: '3', unitPrice: '19.99', vatIncluded: true })] }],
    ['a discount in percent', { lines: [sampleLine({ ...plain, quantity: '2', unitPrice: '9.99', discountPercent: '7.5' })] }],
    ['a discount', { lines: [sampleLine({ ...plain, quantity: '2', unitPrice: '9.99', discount: '1.11' })] }],
    [
      'two rates',
      { lines: [sampleLine({ ...plain, unitPrice: '0.07' }), sampleLine({ ...plain, unitPrice: '0.12', vatRate: '11' })] },
    ],
    [
      'an allowance of a line',
      {
        lines: [sampleLine({ ...plain, ublExtensions: { allowanceCharges: [{ chargeIndicator: false, amount: '1.50' }] } })],
      },
    ],
    [
      'an allowance and a charge of the document',
      {
        lines: [sampleLine({ ...plain })],
        ublExtensions: {
          allowanceCharges: [
            { chargeIndicator: false, amount: '3.00', taxCategoryCode: 'S', taxRate: '21', reasonCode: '95' },
            { chargeIndicator: true, amount: '1.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Transport' },
          ],
        },
      },
    ],
  ];

  it.each(cases)('%s: base, VAT and total are the opposite, by both kinds of document', (_, overrides) => {
    const source = invoice(overrides);
    const of = ({ taxExclusive, vat, taxInclusive }: ReturnType<typeof figures>, sign: 1 | -1) =>
      [taxExclusive, vat, taxInclusive].map(value => amount(value.times(sign)));
    expect(of(figures(made(source)), -1)).toEqual(of(figures(source), 1));
    // The XML of a credit note states positive amounts.
    expect(of(figures(made(source, [], true)), 1)).toEqual(of(figures(source), 1));
  });

  it('keeps the exchange rate of a line that settled an advance', () => {
    const parentDocument = {
      id: 'a',
      number: 'A-1',
      issueDate: '2026-10-01',
      total: '100',
      currency: 'EUR',
      exchangeRate: '5.0908',
    };
    const lines = [sampleLine({ ...plain, quantity: '2' }), sampleLine({ ...plain, quantity: '-1' })];
    const source = invoice({ currency: 'EUR', exchangeRate: '5.0739', parentDocument, lines });
    expect(reversed(source, [], false).lines.map(line => line.exchangeRate)).toEqual([undefined, '5.0908']);
  });

  it('has a line for the rest of each rate after credit notes, which adds up with them to the invoice', () => {
    const rates = (quantity: string, other: string) => [
      sampleLine({ ...plain, quantity, unitPrice: '100', vatRate: '21' }),
      sampleLine({ ...plain, quantity: other, unitPrice: '50', vatRate: '11' }),
    ];
    const source = invoice({ number: 'FCT-1', language: 'ro', lines: rates('3', '2') });
    const note = sampleCreditNote({ status: 'issued', ublExtensions: null, lines: rates('-1', '-2') });
    const rest = made(source, [note]);
    expect(rest.lines).toMatchObject([
      { description: 'Rest din factura FCT-1', quantity: '-1', unitPrice: '200.00', vatRate: '21' },
    ]);
    expect(amount(sum([rest.total, note.total]))).toBe(amount(sum([source.total]).neg()));
    expect(reversed(source, [made(source)], false).lines).toEqual([]);
  });
});

describe('whether an invoice is taken back already (INV-95)', () => {
  const link = (overrides: Partial<CreditNoteLink>): CreditNoteLink => ({
    ...{ id: 'n', number: 'NC-1', status: 'issued', total: '-121.00' },
    ...overrides,
  });
  const source = invoice({ lines: [sampleLine({ ...plain, quantity: '1', unitPrice: '100', vatRate: '21' })] });

  it.each<[string, CreditNoteLink[], string | undefined]>([
    ['nothing', [], undefined],
    ['a credit note of all', [link({})], 'n'],
    ['a part', [link({ total: '-60.50' })], undefined],
    ['two parts', [link({ id: 'a', total: '-60.50' }), link({ id: 'b', total: '-60.50' })], 'b'],
    ['a draft', [link({ status: 'draft' })], undefined],
    ['a cancelled one', [link({ status: 'cancelled' })], undefined],
    ['one made in one call, with a total of 0', [link({ whole: true, total: '0.00', isCreditNote: false })], 'n'],
    ['such a one, restored', [link({ whole: true, status: 'draft' })], 'n'],
    ['such a one, cancelled', [link({ whole: true, status: 'cancelled' })], undefined],
    ['such a one, cancelled but validated', [link({ whole: true, status: 'cancelled', validated: true })], 'n'],
  ])('%s', (_, links, expected) => {
    expect(standingReversal(source, links)?.id).toBe(expected);
  });

  it('refuses what takes back something itself', () => {
    for (const overrides of [{ reverses: 'x' }, { isCreditNote: true }, { total: '-1.00' }])
      expect(() => refuseReversed({ ...source, ...overrides }, [])).toThrow('cannot be taken back in one call');
  });

  it('warns of drafts', () => {
    expect(draftWarnings([link({}), link({ number: 'DRAFT-1', status: 'draft' })])).toEqual([expect.stringContaining('DRAFT-1')]);
    expect(draftWarnings([link({})])).toEqual([]);
  });
});
