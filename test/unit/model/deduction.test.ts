import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, decimal, fromCents } from '#shared/base/kernel/money.ts';
import { deduction, type DeductionFacts, deductionOf, isDeductionDeferred } from '#shared/model/amounts/deduction.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import { type DocumentOverrides, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';

const facts = (given: Partial<DeductionFacts>): DeductionFacts => ({
  ...{ vat: '21.00', total: '121.00', balance: '121.00', isPayer: true, percent: '100', isDeferred: true },
  ...given,
});

describe('the deducted VAT of a purchase', () => {
  it.each<[string, Partial<DeductionFacts>, string, string]>([
    ['is deferred until payment', {}, '0.00', '21.00'],
    ['follows the paid amount', { balance: '60.50' }, '10.50', '10.50'],
    ['follows a cent', { balance: '120.99' }, '0.00', '21.00'],
    ['is complete once all is paid', { balance: '0.00' }, '21.00', '0.00'],
    ['is complete at once where neither party applies VAT on collection', { isDeferred: false }, '21.00', '0.00'],
    ['is half of it for a car', { percent: '50' }, '0.00', '10.50'],
    ['is half of the paid part for a car', { percent: '50', balance: '60.50' }, '5.25', '5.25'],
    ['is nothing where nothing may be deducted', { percent: '0', balance: '0.00' }, '0.00', '0.00'],
    ['is nothing for a company that is not registered', { isPayer: false }, '0.00', '0.00'],
    [
      'is not deferred any more where it was credited before it was paid',
      { balance: '96.80', creditedUnpaid: '24.20' },
      '0.00',
      '16.80',
    ],
    ['depends on the amounts paid before and after a credit', { balance: '36.30', creditedUnpaid: '24.20' }, '10.50', '6.30'],
    ['stays deducted where it was credited after it was paid', { balance: '0.00', creditedUnpaid: '0.00' }, '21.00', '0.00'],
    [
      'is not reduced by a credit note on the unpaid amount',
      { vat: '-4.20', total: '-24.20', balance: '0.00', settledUnpaid: '24.20' },
      ...(['0.00', '0.00'] as const),
    ],
    [
      'is reduced by the part of a credit note on the paid amount',
      { vat: '-4.20', total: '-24.20', balance: '0.00', settledUnpaid: '12.10' },
      ...(['-2.10', '0.00'] as const),
    ],
    [
      'includes the VAT that the company owes itself',
      { vat: '0.00', selfAssessed: '840.00', isDeferred: false },
      '840.00',
      '0.00',
    ],
    ['has half of it for a car', { vat: '0.00', selfAssessed: '840.00', percent: '50' }, '420.00', '0.00'],
    ['is reduced at once by a credit note', { vat: '-21.00', total: '-121.00', balance: '0.00' }, '-21.00', '0.00'],
    [
      'is reduced by all of a credit note where nothing was deferred',
      { vat: '-4.20', total: '-24.20', balance: '0.00', settledUnpaid: '24.20', isDeferred: false },
      ...(['-4.20', '0.00'] as const),
    ],
    [
      'is not reduced by a credit note of one leu on the unpaid amount',
      { vat: '-0.17', total: '-1.00', balance: '0.00', settledUnpaid: '1.00' },
      ...(['0.00', '0.00'] as const),
    ],
    [
      'is complete at once for a total of zero',
      { total: '0.00', balance: '0.00', settledUnpaid: '0.00' },
      ...(['21.00', '0.00'] as const),
    ],
    ['counts a prepayment as paid', { balance: '21.00' }, '17.36', '3.64'],
    ['is at most the total where rounding leaves more open', { balance: '121.40' }, '0.00', '21.00'],
    ['is nothing of a document without VAT', { vat: '0.00', total: '100.00', balance: '50.00' }, '0.00', '0.00'],
  ])('%s', (_, given, vatDeductible, vatDeferred) => {
    expect(deduction(facts(given))).toMatchObject({ vatDeductible, vatDeferred });
  });

  it('changes with payments: the sum stays, the deducted part never falls, and nothing is deferred at the end', () => {
    const purchase = fc.record({
      net: fc.integer({ min: 1, max: 1_000_000_00 }),
      rate: fc.constantFrom(0, 5, 9, 11, 19, 21),
      percent: fc.constantFrom('0', '30', '50', '99.99', '100'),
      payments: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 10 }),
    });
    fc.assert(
      fc.property(purchase, ({ net, rate, percent, payments }) => {
        const vat = Math.round((net * rate) / 100);
        const total = net + vat;
        const at = (open: number) =>
          deduction(facts({ vat: fromCents(vat), total: fromCents(total), balance: fromCents(open), percent }));
        const whole = at(0);
        expect(whole.vatDeferred).toBe('0.00');
        expect(at(total).vatDeductible).toBe('0.00');
        let open = total;
        let before = at(open);
        for (const share of payments) {
          open -= Math.min(open, Math.ceil((total * share) / 100));
          const after = at(open);
          expect(amount(decimal(after.vatDeductible).plus(after.vatDeferred))).toBe(whole.vatDeductible);
          expect(decimal(after.vatDeductible).gte(before.vatDeductible)).toBe(true);
          expect(decimal(after.vatDeferred).gte(0)).toBe(true);
          before = after;
        }
      }),
    );
  });

  it.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [true, true, true],
  ])('is deferred where the supplier (%s) or the company (%s) applies VAT on collection: %s', (supplier, company, waits) => {
    expect(isDeductionDeferred({ tvaLaIncasare: supplier }, { vatOnCollection: company })).toBe(waits);
  });
});

describe('the deducted VAT of a received document', () => {
  const bought = (lines: Partial<LineInput>[], { country = 'RO', percent, rate, ...more }: Bought = {}) =>
    deductionOf(
      Object.assign(sampleDocument({ lines: lines.map(sampleLine), seller: sampleSeller({ id: 's', country }), ...more }), {
        ...{ direction: 'incoming', received: { vat: { isPayer: true, isDeferred: false } } },
        booking: { vatDeductiblePercent: percent ?? null, selfAssessedRate: rate ?? null },
      }) as InvoiceDocument,
    );
  type Bought = DocumentOverrides & { country?: string; percent?: string; rate?: string };
  const at = (vatCategoryCode: LineInput['vatCategoryCode']) => ({ vatCategoryCode, vatRate: '0' });

  it.each<[string, Partial<LineInput>[], Bought, string, string]>([
    ['the stated amount', [{}], {}, '21.00', '0.00'],
    ['in lei', [{}], { currency: 'EUR', exchangeRate: '5' }, '105.00', '0.00'],
    ['half of it for a car', [{}], { percent: '50' }, '10.50', '0.00'],
    ['under reverse charge the VAT that the company owes itself', [at('AE')], {}, '21.00', '21.00'],
    ['of goods from the Union too, in lei', [at('K')], { currency: 'EUR', exchangeRate: '5', country: 'DE' }, '105.00', '105.00'],
    ['at the rate that was entered', [at('AE')], { rate: '11' }, '11.00', '11.00'],
    ['the VAT that a seller abroad leaves out', [at('O')], { country: 'US' }, '21.00', '21.00'],
    ['not the VAT that a Romanian one leaves out, however its country is written', [at('O')], { country: 'ro' }, '0.00', '0.00'],
    ['separate from exempt lines', [at('AE'), at('E')], { country: 'DE' }, '21.00', '21.00'],
  ])('is %s', (_, lines, more, vatDeductible, vatSelfAssessed) => {
    expect(bought(lines, more)).toEqual({ vatDeductible, vatDeferred: '0.00', vatSelfAssessed });
  });

  it.each<[string, Partial<InvoiceDocument>]>([
    ['a document of the company', { direction: 'outgoing' }],
    ['one that was received before the company’s VAT was kept', { received: {} as never }],
    ['one that was not received', { received: undefined }],
    ['one that the company issued for its supplier', { seller: sampleSeller({ id: sampleDocument().companyId }) }],
  ])('does not exist for %s', (_, more) => {
    const received = { vat: { isPayer: true, isDeferred: false } };
    const document = { ...sampleDocument(), ...{ direction: 'incoming', received, seller: sampleSeller({ id: 's' }) }, ...more };
    expect(deductionOf(document as InvoiceDocument)).toBeNull();
  });
});
