import { describe, expect, it } from 'vitest';
import { fiscalPeriodOf, fiscalTaxPointOf } from '#shared/model/fiscal/projection.ts';
import { type DocumentOverrides, sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';

/** The day on which the tax of a document becomes due (REP-21). */

const line = (quantity: string, more: object = {}) => sampleLine({ quantity, unitPrice: '100', ...more });
const goodsToTheUnion = { vatCategoryCode: 'K', vatRate: '0' } as const;
/** A supply of March in a document of June. */
const JUNE = { issueDate: '2026-06-20' };
const march = { delivery: { actualDeliveryDate: '2026-03-10' } };

describe('the tax point', () => {
  it.each<[string, DocumentOverrides, string]>([
    ['of an invoice: its supply', { lines: [line('1')], ublExtensions: march }, '2026-03-10'],
    [
      'of goods to the Union: the 15th after the supply',
      { lines: [line('1', goodsToTheUnion)], ublExtensions: march },
      '2026-04-15',
    ],
    ['of a negative invoice: its issue', { lines: [line('-1')], ublExtensions: march }, '2026-06-20'],
    ['of returned goods to the Union: the issue', { lines: [line('-1', goodsToTheUnion)], ublExtensions: march }, '2026-06-20'],
    ['of a corrected invoice: its issue', { invoiceTypeCode: '384', lines: [line('1')], ublExtensions: march }, '2026-06-20'],
    [
      'as stated, also of what takes back',
      { lines: [line('-1')], taxPointDate: '2026-05-31', ublExtensions: march },
      '2026-05-31',
    ],
    [
      'of a final invoice that settles an advance: its supply',
      { lines: [line('3'), line('-1')], ublExtensions: march },
      '2026-03-10',
    ],
  ])('%s', (_, overrides, day) => {
    const document = sampleDocument({ ...JUNE, ...overrides });
    expect([fiscalTaxPointOf(document), fiscalPeriodOf(document)]).toEqual([day, day.slice(0, 7)]);
  });

  it('of a credit note, which repeats the day of the supply: its issue', () => {
    expect(fiscalTaxPointOf(sampleCreditNote({ ...JUNE, ublExtensions: march }))).toBe('2026-06-20');
  });
});
