import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '#shared/base/kernel/money.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import { withNotInBase } from '#shared/model/amounts/payable.ts';
import { journalRows } from '#shared/model/fiscal/journal.ts';
import { projectionOf } from '#shared/model/fiscal/projection.ts';
import { saleOf, topProducts } from '#shared/model/fiscal/sales.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import type { LineInput } from '#shared/model/line.ts';
import { notInBaseOf } from '#shared/model/amounts/not-in-base.ts';
import { extensionsNotInBase, notTurnoverOf, vatNotInBase } from '#shared/model/vat/not-in-base.ts';
import type { KnownVatRate, VatWish } from '#shared/model/vat/rules.ts';
import { sampleCreditNote, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { arbitraryDocument } from '../../support/einvoice/arbitrary-documents.ts';
import { generated } from '../../support/effort.ts';

const exempt = (code: string | null, unitPrice: string, more: Partial<LineInput> = {}) =>
  sampleLine({
    ...{ unitPrice, vatCategoryCode: 'E', vatRate: '0', ...more },
    ublExtensions: code ? { taxExemptionReasonCode: code } : null,
  });
const deposit = (unitPrice: string, more: Partial<LineInput> = {}) =>
  exempt('VATEX-EU-79-C', unitPrice, { turnoverKind: 'sgr_deposit', ...more });
const outside = (unitPrice: string, more: Partial<LineInput> = {}) =>
  sampleLine({ unitPrice, vatCategoryCode: 'O', vatRate: '0', ...more });
const groupsOf = (document: InvoiceDocument) =>
  projectionOf(document).groups.map(({ category, operation, base, baseLei }) => [category, operation, base, baseLei].join(' '));
const allowance = { chargeIndicator: false, amount: '3.00', taxCategoryCode: 'E' as const, taxRate: '0', reason: 'Reducere' };

describe('the groups of documents with lines that are no turnover', () => {
  it.each<[string, InvoiceDocument, string[], string | undefined]>([
    ['none', sampleDocument({ lines: [sampleLine()] }), ['S domestic 100.00 100.00'], undefined],
    [
      'deposits beside taxed lines',
      sampleDocument({ lines: [sampleLine(), deposit('0.5', { quantity: '24' })] }),
      ['S domestic 100.00 100.00', 'E not_in_base 12.00 12.00'],
      '12.00',
    ],
    [
      'by the reason alone, without a kind',
      sampleDocument({ lines: [exempt('vatex-eu-79-c', '30')] }),
      ['E not_in_base 30.00 30.00'],
      '30.00',
    ],
    [
      'by the reason of the document',
      sampleDocument({ lines: [exempt(null, '30')], ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-79-C' } }),
      ['E not_in_base 30.00 30.00'],
      '30.00',
    ],
    [
      'beside medical care, whose allowance is not of the deposit',
      sampleDocument({
        lines: [exempt('VATEX-EU-132', '50'), deposit('7')],
        ublExtensions: { allowanceCharges: [allowance] },
      }),
      ['E exempt_without_deduction 47.00 47.00', 'E not_in_base 7.00 7.00'],
      '7.00',
    ],
    [
      'beside transport to an export, in euros',
      sampleDocument({
        ...{ currency: 'EUR', exchangeRate: '5.0907' },
        lines: [exempt('VATEX-EU-146', '100'), deposit('10.01')],
      }),
      // 110.01 × 5.0907 = 560.0279…, 10.01 × 5.0907 = 50.9579…
      ['E exempt_with_deduction 100.00 509.07', 'E not_in_base 10.01 50.96'],
      '10.01',
    ],
    [
      'a credit note',
      sampleCreditNote({ lines: [sampleLine({ quantity: '-1' }), deposit('0.5', { quantity: '-24' })] }),
      ['S domestic -100.00 -100.00', 'E not_in_base -12.00 -12.00'],
      '-12.00',
    ],
    [
      'of a seller that is not registered',
      sampleDocument({
        seller: sampleSeller({ isVatPayer: false, vatCode: null }),
        lines: [outside('50'), outside('5', { turnoverKind: 'sgr_deposit' })],
      }),
      ['O outside 50.00 50.00', 'O not_in_base 5.00 5.00'],
      '5.00',
    ],
  ])('%s', (_, document, groups, notInBase) => {
    expect(groupsOf(document)).toEqual(groups);
    expect(notInBaseOf(document)).toBe(notInBase);
  });

  it('sum to the totals of the e-invoice, with the lines that are no turnover apart', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.integer({ min: 0, max: 7 }), (made, chosen) => {
        const lines = made.lines.map((line, place) =>
          (line.vatCategoryCode === 'E' || line.vatCategoryCode === 'O') && (chosen >> (place % 3)) % 2 === 1
            ? { ...line, turnoverKind: 'disbursement' as const }
            : line,
        );
        const document = { ...made, lines };
        const { groups } = projectionOf(document);
        expect(sum(groups.map(({ base }) => base)).toFixed(2)).toBe(fiscalTotals(document).subtotal);
        const apart = groups.filter(({ operation }) => operation === 'not_in_base');
        expect(apart.length > 0).toBe(notInBaseOf(document) !== undefined);
      }),
      generated({ runs: 60, seed: 37 }),
    );
  });
});

it('entries that are older than the operation are read as what is no turnover', () => {
  const entry = projectionOf(sampleDocument({ lines: [deposit('5'), sampleLine()] }));
  const old = entry.groups.map(group => (group.category === 'E' ? { ...group, operation: 'outside' as const } : group));
  expect(journalRows([{ ...entry, groups: old }])[0]?.groups.map(({ operation }) => operation)).toEqual([
    'not_in_base',
    'domestic',
  ]);
});

describe('sales', () => {
  const document = withNotInBase(
    sampleDocument({
      ...{ currency: 'EUR', exchangeRate: '5', status: 'issued' },
      lines: [sampleLine({ productCode: 'A' }), deposit('20', { productCode: 'B' })],
    }),
  );

  it('leave them out, and of what was paid the same part', () => {
    // 120 + VAT 21: 141 in all, of which 121 are turnover; 70.50 are half of it.
    const row = { ...rowOf(document), amountPaid: '70.50', balance: '70.50' };
    expect(row.notInBase).toBe('20.00');
    expect(saleOf(row)).toMatchObject({
      invoiced: { subtotal: 50_000, vatTotal: 10_500, total: 60_500 },
      collected: { total: 30_250, vatTotal: 5250 },
      outstanding: { total: 30_250 },
    });
  });

  it('count them as no product', () => {
    expect(topProducts([document]).map(({ productCode, total }) => [productCode, total])).toEqual([['A', 50_000]]);
  });
});

describe('the VAT of a line that is no turnover', () => {
  const rate = (id: string, of: string, categoryCode: KnownVatRate['categoryCode'], isDefault = false): KnownVatRate => ({
    ...{ id, rate: of, label: id, categoryCode, isDefault, isActive: true },
  });
  const rates = [rate('standard', '21', 'S', true), rate('zero', '0', 'Z'), rate('exempt', '0', 'E')];
  it.each<[string, VatWish, boolean, [string | null, string] | undefined, string[]]>([
    ['nothing stated', {}, true, ['exempt', 'E'], []],
    ['0 %', { vatRate: '0' }, true, ['exempt', 'E'], []],
    ['a rate of 0 %', { vatRateId: 'zero' }, true, ['zero', 'E'], []],
    ['outside the scope', { vatCategoryCode: 'O' }, true, [null, 'O'], []],
    ['a seller that is not registered', {}, false, [null, 'O'], []],
    ['one that is not registered and exempt', { vatCategoryCode: 'E' }, false, ['exempt', 'E'], []],
    ['21 %', { vatRate: '21' }, true, ['exempt', 'E'], ['vatRate']],
    ['a rate of 21 %', { vatRateId: 'standard' }, true, ['standard', 'E'], ['vatRateId']],
    ['reverse charge', { vatCategoryCode: 'AE' }, true, ['exempt', 'E'], ['vatCategoryCode']],
    ['an unknown rate', { vatRateId: 'other' }, true, undefined, []],
  ])('%s', (_, wish, registered, vat, refused) => {
    const errors: string[] = [];
    const found = vatNotInBase(wish, rates, registered, field => errors.push(field));
    expect(found && [found.rateId, found.category]).toEqual(vat);
    expect(found?.rate ?? '0').toBe('0');
    expect(errors).toEqual(refused);
  });

  it('has the reason of its kind, and keeps the words that are stated', () => {
    const none = () => expect.unreachable();
    expect(extensionsNotInBase(null, 'sgr_deposit', 'E', none)?.taxExemptionReason).toContain('HG 1074/2021');
    const own = { taxExemptionReason: 'Timbru', originCountry: 'RO' };
    expect(extensionsNotInBase(own, 'disbursement', 'E', none)).toEqual({ ...own, taxExemptionReasonCode: 'VATEX-EU-79-C' });
    expect(extensionsNotInBase(null, 'disbursement', 'O', none)).toBeNull();
  });

  it.each([
    [undefined, undefined, undefined],
    [undefined, 'disbursement', 'disbursement'],
    ['normal', 'disbursement', undefined],
    ['sgr_deposit', 'disbursement', 'sgr_deposit'],
  ] as const)('a line that says %s of a product that says %s: %s', (stated, turnoverKind, kind) => {
    expect(notTurnoverOf(stated, turnoverKind && { turnoverKind })).toBe(kind);
  });
});
