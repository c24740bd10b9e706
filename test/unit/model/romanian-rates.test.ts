import { describe, expect, it } from 'vitest';
import { categoryWarnings, categoryFindings } from '#shared/model/vat/category-rules.ts';
import { outsideItsTime, wasRomanianRate } from '#shared/model/vat/romanian-rates.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';

describe('VAT rates and the time in which they applied', () => {
  it.each([
    ['21', '2026-11-20', undefined],
    ['11.00', '2025-08-01', undefined],
    ['19', '2025-07-31', undefined],
    ['19', '2009-05-01', undefined],
    ['24', '2015-12-31', undefined],
    ['5', '2024-01-01', undefined],
    ['9', '2025-07-31', undefined],
    ['7', '2026-11-20', undefined],
    ['19', '2025-08-01', '19 % applied from 2000-01-01 until 2010-06-30 and from 2017-01-01 until 2025-07-31, not on 2025-08-01'],
    ['19', '2016-06-01', '19 % applied'],
    ['20', '2017-01-01', '20 % applied from 2016-01-01 until 2016-12-31, not on 2017-01-01'],
    ['21', '2025-07-31', '21 % applied from 2025-08-01, not on 2025-07-31'],
    ['5', '2026-11-20', '5 % applied until 2025-07-31, not on 2026-11-20'],
    ['9', '2026-07-31', '9 % applies until 2026-07-31 to homes under the transitional rule only'],
    ['9', '2026-08-01', '9 % applied until 2025-07-31, not on 2026-08-01'],
  ])('%s %% on %s: %s', (rate, day, message) => {
    const said = outsideItsTime(rate, day);
    if (message === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(message);
  });

  it('knows all rates of Romania since 2000', () => {
    expect(['24', '21', '20', '19.0', '11', '9', '5'].every(wasRomanianRate)).toBe(true);
    expect(['1', '7', '18', '19.5', '22', '25'].some(wasRomanianRate)).toBe(false);
  });

  it('are compared with the tax point, not with the date of issue', () => {
    const lines = [sampleLine({ vatRate: '19' })];
    const warned = (overrides: object) =>
      categoryWarnings(categoryFindings(sampleDocument({ lines, issueDate: '2025-08-05', ...overrides })));
    expect(warned({})).toEqual([expect.stringMatching(/^lines\.0\.vatRate: 19 % applied .*not on 2025-08-05/)]);
    expect(warned({ ublExtensions: { delivery: { actualDeliveryDate: '2025-07-28' } } })).toEqual([]);
    expect(warned({ taxPointDate: '2025-07-30' })).toEqual([]);
  });
});
