import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figures } from '#shared/model/amounts/document-figures.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { validateDocument } from '#shared/authority/einvoice/validation/validate.ts';
import { decimal, round2 } from '#shared/base/kernel/money.ts';
import { arbitraryDocument } from '../../support/einvoice/arbitrary-documents.ts';
import { assertValidUbl, oracleAvailable, SKIPPED } from '../../support/einvoice/oracle.ts';
import { generated } from '../../support/effort.ts';

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
      generated({ runs: 40, seed: 20260302, long: 300, all: 1000 }),
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
      generated({ runs: 30, seed: 20260302, long: 200, all: 600 }),
    );
  });
});

describe.skipIf(!oracleAvailable)(`random documents by the official schemas and rules${SKIPPED}`, () => {
  it('are accepted whenever our validation has no findings', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDocument, async document => {
        expect(validateDocument(document).filter(({ severity }) => severity === 'fatal')).toEqual([]);
        await assertValidUbl(writeUbl(document));
      }),
      generated({ runs: 3, seed: 20260302, long: 20, all: 60 }),
    );
  });
});
