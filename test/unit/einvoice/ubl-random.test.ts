import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkForIssue } from '../../../shared/einvoice/check.ts';
import { figures } from '../../../shared/einvoice/ubl/figures.ts';
import { writeUbl } from '../../../shared/einvoice/ubl/writer.ts';
import { decimal, round2 } from '../../../shared/kernel/money.ts';
import { sampleBuyer, sampleConsumer, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { assertValidUbl, oracleAvailable, ORACLE_WARM_UP_MS, SKIPPED, warmUpOracle } from '../../support/oracle.ts';
import type { AllowanceCharge, InvoiceDocument, LineInput } from '../../../shared/invoices/model.ts';

/** Random documents that obey the contract: whatever a caller may combine, the authority must take it. */

const amountOf = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: max * 100 }).map(cents => (cents / 100).toFixed(2));
const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }).map(text => `Ș${text}`);

const arbitraryVat = fc.constantFrom(
  { vatCategoryCode: 'S' as const, vatRate: '21' },
  { vatCategoryCode: 'S' as const, vatRate: '11' },
  { vatCategoryCode: 'S' as const, vatRate: '5' },
  { vatCategoryCode: 'Z' as const, vatRate: '0' },
  { vatCategoryCode: 'E' as const, vatRate: '0' },
  { vatCategoryCode: 'AE' as const, vatRate: '0' },
);

const arbitraryAllowance: fc.Arbitrary<AllowanceCharge> = fc.record({
  chargeIndicator: fc.boolean(),
  amount: amountOf(20),
  reason: fc.option(words, { nil: undefined }),
});

const arbitraryLine: fc.Arbitrary<LineInput> = fc
  .record({
    description: words,
    quantity: fc.integer({ min: 1, max: 5_000_000 }).map(value => (value / 10_000).toFixed(4)),
    unitPrice: fc.integer({ min: 0, max: 20_000_000 }).map(value => (value / 10_000).toFixed(4)),
    unitOfMeasure: fc.constantFrom('buc', 'ORE', 'kg', 'Bucăți', 'm²', 'C62', 'coș'),
    vat: arbitraryVat,
    discountPercent: fc.option(amountOf(100)),
    vatIncluded: fc.boolean(),
    allowanceCharges: fc.array(arbitraryAllowance, { maxLength: 2 }),
  })
  .map(({ vat, allowanceCharges, ...values }) => sampleLine({ ...values, ...vat, ublExtensions: { allowanceCharges } }));

const arbitraryDocument: fc.Arbitrary<InvoiceDocument> = fc
  .record({
    lines: fc.array(arbitraryLine, { minLength: 1, maxLength: 15 }),
    kind: fc.constantFrom('invoice', 'invoice', 'negative', 'credit'),
    currency: fc.constantFrom('RON', 'RON', 'EUR', 'USD'),
    exchangeRate: fc.integer({ min: 1, max: 99_999 }).map(value => (value / 10_000).toFixed(4)),
    client: fc.constantFrom(sampleBuyer(), sampleConsumer(), sampleBuyer({ city: 'Sectorul 4', county: 'Bucuresti' })),
    isVatPayer: fc.boolean(),
    notes: fc.option(words),
    tvaLaIncasare: fc.boolean(),
    prepaidAmount: fc.option(amountOf(100), { nil: undefined }),
    allowances: fc.array(fc.tuple(arbitraryAllowance, arbitraryVat), { maxLength: 3 }),
  })
  .map(({ lines, kind, isVatPayer, prepaidAmount, allowances, currency, exchangeRate, ...values }) =>
    sampleDocument({
      ...values,
      currency,
      exchangeRate: currency === 'RON' ? '1' : exchangeRate,
      seller: sampleSeller(isVatPayer ? {} : { isVatPayer, vatCode: null }),
      platitorTva: isVatPayer,
      isCreditNote: kind === 'credit',
      invoiceTypeCode: kind === 'credit' ? '381' : '380',
      lines: kind === 'invoice' ? lines : lines.map(line => ({ ...line, quantity: `-${line.quantity}` })),
      ublExtensions: {
        taxExemptionReason: 'Scutit, art. 292',
        prepaidAmount,
        allowanceCharges: allowances.map(([allowance, vat]) => ({
          ...allowance,
          taxCategoryCode: vat.vatCategoryCode,
          taxRate: vat.vatRate,
        })),
      },
    }),
  );

describe('figures of random documents', () => {
  it('every line is quantity × price − allowances + charges, with no price below zero (BT-131, BR-27)', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        for (const { quantity, price, adjustments, net } of figures(document).lines) {
          const value = round2(decimal(quantity).times(price));
          const change = adjustments.reduce(
            (total, { isCharge, amount }) => (isCharge ? total.plus(amount) : total.minus(amount)),
            value,
          );
          expect(change.toFixed(2)).toBe(net.toFixed(2));
          expect(decimal(price).gte(0)).toBe(true);
        }
      }),
      { numRuns: 500, seed: 20260302 },
    );
  });

  it('without ublExtensions the totals of the XML are the stored ones', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        const { taxExclusive, vat, payable } = figures({
          ...document,
          ublExtensions: null,
          lines: document.lines.map(line => ({ ...line, ublExtensions: null })),
        });
        const stated = [taxExclusive, vat, payable].map(value =>
          value
            .times(document.isCreditNote ? -1 : 1)
            .toFixed(2)
            .replace(/^-0.00$/, '0.00'),
        );
        expect(stated).toEqual([document.subtotal, document.vatTotal, document.total]);
      }),
      { numRuns: 200, seed: 20260302 },
    );
  });
});

describe.skipIf(!oracleAvailable)(`random documents by the official schemas and rules${SKIPPED}`, () => {
  beforeAll(warmUpOracle, ORACLE_WARM_UP_MS);

  it('are accepted whenever the check has nothing against them', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDocument, async document => {
        expect(checkForIssue(document).errors).toEqual([]);
        await assertValidUbl(writeUbl(document));
      }),
      { numRuns: 40, seed: 20260302 },
    );
  });
});
