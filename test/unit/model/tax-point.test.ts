import { describe, expect, it } from 'vitest';
import { intraCommunityTaxPointOf, taxPointOf, type TaxPointFacts } from '#shared/model/vat/tax-point.ts';

const delivered = (actualDeliveryDate: string) => ({ delivery: { actualDeliveryDate } });
const period = (endDate: string) => ({ invoicePeriod: { startDate: '2026-09-01', endDate } });
const issueDate = '2026-10-30';

describe('the day on which the tax becomes due', () => {
  it.each<[string, Partial<TaxPointFacts>, string, string]>([
    ['nothing else stated', {}, '2026-10-30', '2026-10-30'],
    ['a delivery before the issue', { ublExtensions: delivered('2026-10-05') }, '2026-10-05', '2026-10-30'],
    ['a delivery two months before', { ublExtensions: delivered('2026-08-31') }, '2026-08-31', '2026-09-15'],
    ['a delivery in December', { issueDate: '2027-01-20', ublExtensions: delivered('2026-12-31') }, '2026-12-31', '2027-01-15'],
    ['a delivery in January', { issueDate: '2026-02-20', ublExtensions: delivered('2026-01-30') }, '2026-01-30', '2026-02-15'],
    ['a delivery after the issue: an advance', { ublExtensions: delivered('2026-11-10') }, '2026-10-30', '2026-10-30'],
    ['a period that ended before', { ublExtensions: period('2026-09-30') }, '2026-09-30', '2026-10-15'],
    [
      'delivery and period',
      { ublExtensions: { ...period('2026-09-30'), ...delivered('2026-09-20') } },
      '2026-09-20',
      '2026-10-15',
    ],
    [
      'a stated tax point, which always takes precedence',
      { taxPointDate: '2026-10-29', ublExtensions: delivered('2026-10-05') },
      '2026-10-29',
      '2026-10-29',
    ],
  ])('%s', (_, facts, usual, intraCommunity) => {
    expect(taxPointOf({ issueDate, ...facts })).toBe(usual);
    expect(intraCommunityTaxPointOf({ issueDate, ...facts })).toBe(intraCommunity);
  });
});
