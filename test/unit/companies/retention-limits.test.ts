import { describe, expect, it } from 'vitest';
import { limitsOf, monthsBefore, removesAny } from '#shared/app/retention/limits.ts';
import type { Company, RetentionSettings } from '#shared/model/company.ts';

const NOTHING: RetentionSettings = { draftMonths: null, documentYears: null, clientMonths: null };
const company = (archiveRetentionYears: number | null = 10, archiveEnabled = false): Company =>
  ({ archiveEnabled, archiveRetentionYears }) as Company;

describe('what of a company is past its time on a day (COM-73)', () => {
  it.each([
    ['2026-11-29', 1, '2026-10-29'],
    ['2026-11-29', 12, '2025-11-29'],
    ['2026-03-31', 1, '2026-02-28'],
    ['2024-03-31', 1, '2024-02-29'],
    ['2026-01-31', 2, '2025-11-30'],
    ['2026-05-15', 120, '2016-05-15'],
  ])('%s, %i months before: %s', (day, months, expected) => {
    expect(monthsBefore(day, months)).toBe(expected);
  });

  it.each([
    ['2026-06-30', 5, company(), '2020-01-01'],
    ['2026-07-01', 5, company(), '2021-01-01'],
    ['2026-07-01', 10, company(), '2016-01-01'],
    // The archive counts where it is switched on and longer.
    ['2026-07-01', 5, company(10, true), '2016-01-01'],
    ['2026-07-01', 20, company(10, true), '2006-01-01'],
    // Never below the law, whatever is stored.
    ['2026-07-01', 1, company(null), '2021-01-01'],
  ])('on %s, with %i years: %o, documents before %s', (day, documentYears, record, expected) => {
    expect(limitsOf(record, { ...NOTHING, documentYears }, day)).toEqual({
      ...{ drafts: null, documents: expected, clients: null },
      payments: expected,
    });
  });

  it('keeps what is not chosen', () => {
    expect(limitsOf(company(), NOTHING, '2026-07-01')).toEqual({
      ...{ drafts: null, documents: null, clients: null },
      // Also those of drafts go by the law.
      payments: '2021-01-01',
    });
    expect([null, undefined, NOTHING, { ...NOTHING, clientMonths: 1 }].map(removesAny)).toEqual([false, false, false, true]);
  });
});
