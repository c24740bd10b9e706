import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, type RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { groupKey } from '#shared/model/amounts/totals.ts';
import { amount, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import { arbitraryDocument, arbitraryLine, DOMESTIC } from '../../support/einvoice/arbitrary-documents.ts';
import { sampleDocument } from '../../support/documents.ts';
import { generated, DEPTH } from '../../support/effort.ts';

/** Amounts (TAX-7 to TAX-10): over random invoices of up to 1,000 lines no BR-CO rule and no rule of the VAT breakdown fails. */

const SETS: RuleSetName[] = ['cius-ro-1.0.9', 'en16931-1.3.16'];

const fatal = (xml: string): string[] =>
  SETS.flatMap(set => evaluate(xml, set))
    .filter(({ severity }) => severity === 'fatal')
    .map(({ rule, xpath }) => `${rule} ${xpath}`);

// BR-CO-17 treats a rate below 0.5 % as zero and rejects any VAT with it; no country has such a rate.
const RATES: { vatCategoryCode: VatCategory; vatRate: string }[] = [
  ...DOMESTIC,
  ...['9', '19', '24', '7.7', '2.1', '100'].map(vatRate => ({ vatCategoryCode: 'S' as const, vatRate })),
];

/** Lines of either sign: sold, returned. */
const lines = (size: { minLength: number; maxLength: number }): fc.Arbitrary<LineInput[]> =>
  fc.array(
    fc
      .tuple(arbitraryLine(RATES, false), fc.integer({ min: 0, max: 4 }))
      .map(([line, sign]) => (sign === 0 ? { ...line, quantity: `-${line.quantity}` } : line)),
    { ...size, size: 'max' },
  );

const ublExtensions = { taxExemptionReason: 'Scutit, art. 292' };

const invoice = (of: LineInput[]): InvoiceDocument => sampleDocument({ lines: of, ublExtensions });
const inEuro = (of: LineInput[]): InvoiceDocument =>
  sampleDocument({ lines: of, ublExtensions, currency: 'EUR', exchangeRate: '5.0912' });

const creditNote = (of: LineInput[]): InvoiceDocument =>
  sampleDocument({
    ...{ isCreditNote: true, invoiceTypeCode: '381', ublExtensions },
    lines: of.map(line => ({ ...line, quantity: line.quantity.startsWith('-') ? line.quantity.slice(1) : `-${line.quantity}` })),
  });

function expectRight(document: InvoiceDocument): void {
  const xml = writeUbl(document);
  const { totals, vatGroups, lines: written } = readUbl(xml);
  const sign = document.isCreditNote ? -1 : 1;
  const signed = (value: string): string => amount(decimal(value).times(sign));

  const sums = (['subtotal', 'vatAmount', 'total'] as const).map(field => amount(sum(document.lines.map(line => line[field]))));
  expect([document.subtotal, document.vatTotal, document.total]).toEqual(sums);
  expect([totals.taxExclusive, totals.vat, totals.taxInclusive].map(signed)).toEqual(sums);
  expect(written.map(line => signed(line.net))).toEqual(document.lines.map(line => line.subtotal));

  const grossOnly = new Set(
    [...Map.groupBy(document.lines, groupKey)]
      .filter(([, group]) => !group.some(line => !line.vatIncluded && !decimal(line.subtotal).eq(0)))
      .map(([key]) => key),
  );
  for (const { category, rate, taxable, vat } of vatGroups) {
    const product = round2(decimal(taxable).times(rate).div(100));
    const off = product.minus(vat).abs();
    // A gross amount as typed may not equal any net plus its VAT: then the cent stays where the user put it (totals.ts).
    const isGross = grossOnly.has(groupKey({ vatCategoryCode: category as VatCategory, vatRate: rate }));
    expect(off.lte(isGross ? '0.01' : 0), `${category} ${rate}: ${taxable} ${vat}`).toBe(true);
  }
  expect(fatal(xml)).toEqual([]);
}

describe('sums of lines = totals = totals of the XML, and no rule fails', () => {
  it('of random invoices and credit notes', () => {
    const document = fc.tuple(lines({ minLength: 1, maxLength: 30 }), fc.constantFrom(invoice, inEuro, creditNote));
    fc.assert(
      fc.property(document, ([of, make]) => expectRight(make(of))),
      { ...generated({ runs: 90, seed: 20260302, long: 200, all: 400 }), endOnFailure: true },
    );
  });

  it.runIf(DEPTH)('of a thousand lines', () => {
    fc.assert(
      fc.property(lines({ minLength: 1000, maxLength: 1000 }), of => expectRight(invoice(of))),
      { ...generated({ runs: 3, seed: 20260303 }), endOnFailure: true },
    );
  });

  it('of every field that a document may have', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        expect(fatal(writeUbl(document))).toEqual([]);
      }),
      { ...generated({ runs: 60, seed: 20260304, long: 200, all: 400 }), endOnFailure: true },
    );
  });
});
