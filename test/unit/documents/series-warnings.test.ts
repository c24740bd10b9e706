import { describe, expect, it } from 'vitest';
import { type AuditedNumber, withNotes } from '#shared/documents/audit/series.ts';
import { dateWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';

describe('warnings about the date of a document and its series', () => {
  const series = { name: 'FCT', year: null, latestDate: '2026-11-22' };
  it.each<[string, Parameters<typeof dateWarnings>[1], string, number | null, number]>([
    ['the date of the last number', series, '2026-11-22', null, 0],
    ['an earlier date', series, '2026-11-21', null, 1],
    ['an earlier date of a document with its number', series, '2026-11-21', 3, 0],
    ['a series without numbers', { name: 'FCT', year: null }, '2000-01-01', null, 0],
    ['the year of the series', { name: 'FCT', year: 2026 }, '2026-12-31', null, 0],
    ['another year', { name: 'FCT', year: 2025 }, '2026-01-01', null, 1],
    ['another year, with its number', { name: 'FCT', year: 2025 }, '2026-01-01', 3, 1],
    ['an earlier date and another year', { ...series, year: 2026 }, '2025-12-31', null, 2],
    ['no series', undefined, '2020-01-01', null, 0],
  ])('%s', (_, of, issueDate, sequence, count) => {
    expect(dateWarnings({ issueDate, sequence }, of)).toHaveLength(count);
  });
});

describe('notes of the audit about dates', () => {
  const numbered = (issueDate: string | null, place: number): AuditedNumber =>
    ({ document: issueDate && { issueDate, number: `F-${place + 1}` } }) as unknown as AuditedNumber;
  it.each<[string, number | null, (string | null)[], number[]]>([
    ['rising dates', null, ['2026-01-01', '2026-01-01', '2026-02-01'], [0, 0, 0]],
    ['each that is before a lower number', null, ['2026-11-22', '2026-09-01', '2026-09-02', '2026-11-23'], [0, 1, 1, 0]],
    ['a number without document', null, ['2026-11-22', null, '2026-09-01'], [0, 0, 1]],
    ['another year than the series', 2025, ['2025-12-31', '2026-01-01'], [0, 1]],
  ])('%s', (_, year, dates, counts) => {
    expect(withNotes({ year }, dates.map(numbered)).map(({ notes }) => notes.length)).toEqual(counts);
  });
});
