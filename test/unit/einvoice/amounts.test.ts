import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '#shared/authority/einvoice/rules/evaluate.ts';
import { at, has, sumOf } from '#shared/authority/einvoice/rules/values.ts';
import { textOf } from '#shared/authority/einvoice/xml/node.ts';
import { parseXml } from '#shared/authority/einvoice/xml/parse.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { sum } from '#shared/base/kernel/money.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import { generated } from '../../support/effort.ts';

/** TAX-7 to TAX-10: the lines, the document and its XML agree, and no rule on amounts or VAT ever fails. */

const tenThousandths = (most: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: most * 10_000 }).map(value => (value / 10_000).toFixed(4));

const line = (sign: string): fc.Arbitrary<LineInput> =>
  fc
    .record({
      quantity: fc.oneof(fc.constantFrom('1', '2', '3', '0.5', '1000'), tenThousandths(500)),
      unitPrice: fc.oneof(fc.constantFrom('0.01', '0.99', '1', '19.99', '1.24'), tenThousandths(3000)),
      vat: fc.constantFrom(
        { vatCategoryCode: 'S' as const, vatRate: '21' },
        { vatCategoryCode: 'S' as const, vatRate: '11' },
        { vatCategoryCode: 'S' as const, vatRate: '9' },
        { vatCategoryCode: 'S' as const, vatRate: '0.5' },
        { vatCategoryCode: 'Z' as const, vatRate: '0' },
        { vatCategoryCode: 'E' as const, vatRate: '0' },
      ),
      discount: fc.constantFrom(null, null, 0.1, 0.333, 1),
      discountPercent: fc.constantFrom(null, null, '10', '33.33', '99.99', '100'),
      vatIncluded: fc.boolean(),
    })
    .map(({ vat, discount, discountPercent, quantity, unitPrice, vatIncluded }) =>
      sampleLine({
        ...{ ...vat, unitPrice, vatIncluded, quantity: `${sign}${quantity}` },
        discount: discount === null ? null : (Math.floor(Number(quantity) * Number(unitPrice) * discount * 100) / 100).toFixed(2),
        discountPercent: discount === null ? discountPercent : null,
      }),
    );

const document: fc.Arbitrary<InvoiceDocument> = fc
  .record({ sign: fc.constantFrom('', '', '-'), currency: fc.constantFrom('RON', 'EUR'), isCreditNote: fc.boolean() })
  .chain(({ sign, currency, isCreditNote }) =>
    fc.array(line(isCreditNote ? '-' : sign), { minLength: 1, maxLength: 60 }).map(lines =>
      sampleDocument({
        ...{ lines, currency, exchangeRate: currency === 'RON' ? '1' : '5.0912', isCreditNote },
        invoiceTypeCode: isCreditNote ? '381' : '380',
        ublExtensions: { taxExemptionReason: 'Scutit, art. 292' },
      }),
    ),
  );

const RULES_ON_AMOUNTS = /^BR-(CO-\d+|(S|Z|E)-(08|09))$/;

describe('amounts of random documents', () => {
  it('totals are the sums of the lines and the totals of the XML; no BR-CO and no VAT-breakdown rule fails', () => {
    fc.assert(
      fc.property(document, each => {
        const total = (field: 'subtotal' | 'vatAmount' | 'total'): string => sum(each.lines.map(one => one[field])).toFixed(2);
        expect([each.subtotal, each.vatTotal, each.total]).toEqual([total('subtotal'), total('vatAmount'), total('total')]);

        const xml = writeUbl(each);
        const { root } = parseXml(xml);
        const sign = each.isCreditNote ? -1 : 1;
        const signed = (value: string): string => (sign * Number(value)).toFixed(2).replace(/^-(0\.00)$/, '$1');
        const [withoutVat, withVat] = ['cbc:TaxExclusiveAmount', 'cbc:TaxInclusiveAmount'].map(name =>
          signed(textOf(at(root, 'cac:LegalMonetaryTotal', name)[0]!)),
        );
        const breakdown = at(root, 'cac:TaxTotal').filter(group => has(group, 'cac:TaxSubtotal'))[0]!;
        expect([withoutVat, signed(textOf(at(breakdown, 'cbc:TaxAmount')[0]!)), withVat]).toEqual([
          each.subtotal,
          each.vatTotal,
          each.total,
        ]);
        const lines = [...at(root, 'cac:InvoiceLine'), ...at(root, 'cac:CreditNoteLine')];
        expect(signed(sumOf(lines, 'cbc:LineExtensionAmount').toFixed(2))).toBe(each.subtotal);

        for (const set of ['cius-ro-1.0.9', 'en16931-1.3.16'] as const) {
          const failed = evaluate(xml, set).filter(({ rule, severity }) => severity === 'fatal' || RULES_ON_AMOUNTS.test(rule));
          expect(failed).toEqual([]);
        }
      }),
      generated({ runs: 100, seed: 20261121 }),
    );
  });
});
