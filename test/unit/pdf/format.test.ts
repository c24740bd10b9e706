import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/model/document.ts';
import { missingFacts } from '#shared/output/pdf/facts.ts';
import { formatOf } from '#shared/output/pdf/format.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';

describe('dates of printed documents', () => {
  it.each([
    ['ro', '26.11.2026', '03.01.2027'],
    ['en', '26 November 2026', '3 January 2027'],
    ['de', '26.11.2026', '03.01.2027'],
    ['fr', '26/11/2026', '03/01/2027'],
  ] as const)('in %s are %s and %s', (language, autumn, winter) => {
    const { date, period } = formatOf(labelsOf(language));
    expect(date('2026-11-26')).toBe(autumn);
    expect(period({ startDate: '2026-11-26', endDate: '2027-01-03' })).toBe(`${autumn} – ${winter}`);
    expect(period({ startDate: '2026-11-26', endDate: '2026-11-26' })).toBe(autumn);
  });

  it.each(LANGUAGES)('that are invalid are printed as they are, in %s', language => {
    expect(formatOf(labelsOf(language)).date('2026-02-30')).toBe('2026-02-30');
    expect(formatOf(labelsOf(language)).date('soon')).toBe('soon');
  });

  it.each(LANGUAGES)('are missing from a PDF that shows one of two equal ones, in %s', language => {
    const text = formatOf(labelsOf(language)).date('2026-05-06');
    const facts = ['issue date', 'due date'].map(what => ({ what, text }));
    expect(missingFacts(`1${text} ${text}`, facts)).toHaveLength(2);
    expect(missingFacts(`Date\n${text}\nDue ${text}`, facts)).toEqual([]);
  });
});
