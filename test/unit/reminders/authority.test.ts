import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { columnsOf } from '#shared/documents/lists/columns.ts';
import { warningOf } from '#shared/documents/reminders/authority/mail.ts';
import { unsentWarnings } from '#shared/documents/reminders/authority/unsent.ts';
import { authorityWarnings, isStale } from '#shared/documents/reminders/authority/warnings.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { sampleDocument } from '../../support/documents.ts';

const LAST = '2026-09-01';
const at = (day: string) => `${day}T10:00:00.000Z`;
const company = { syncEnabled: true, lastSyncedAt: at(LAST), createdAt: at('2026-01-01') };

describe('warnings before the tax authority deletes messages', () => {
  it.each([
    [29, false],
    [30, true],
    [31, false],
    [37, true],
    [44, true],
    [51, true],
    [55, true],
    [56, false],
    [57, true],
    [58, true],
    [59, true],
    [60, true],
    [61, false],
  ])('%i days after the last synchronization: %s', (days, isWarned) => {
    const day = addDays(LAST, days);
    const expected = isWarned ? [{ kind: 'stale', since: LAST, days, daysLeft: 60 - days }] : [];
    expect(authorityWarnings(company, null, day)).toEqual(expected);
    expect(authorityWarnings({ ...company, syncEnabled: false }, null, day)).toEqual([]);
    expect(isStale(company, day)).toBe(days >= 30);
    expect(isStale({ ...company, syncEnabled: false }, day)).toBe(false);
  });

  it('count from the company’s creation where no run has succeeded yet', () => {
    const never = { ...company, lastSyncedAt: null, createdAt: at(LAST) };
    expect(authorityWarnings(never, null, addDays(LAST, 30))).toHaveLength(1);
  });

  it.each([
    [31, false],
    [30, true],
    [29, false],
    [14, true],
    [8, false],
    [7, true],
    [2, false],
    [1, true],
    [0, true],
    [-1, false],
  ])('%i days before the end of the connection: %s', (left, isWarned) => {
    const day = addDays(LAST, 1);
    const endsOn = addDays(day, left);
    const expected = isWarned ? [{ kind: 'ending', endsOn, daysLeft: left }] : [];
    expect(authorityWarnings(company, at(endsOn), day)).toEqual(expected);
    // Whether documents are fetched automatically or not: invoices are sent by it as well.
    expect(authorityWarnings({ ...company, syncEnabled: false }, at(endsOn), day)).toEqual(expected);
  });

  it.each(LANGUAGES)('say in %s what will be lost, when, and what to do', language => {
    const warnings = [
      { kind: 'stale' as const, since: '2026-09-01', days: 57, daysLeft: 3 },
      { kind: 'stale' as const, since: '2026-09-01', days: 60, daysLeft: 0 },
      { kind: 'ending' as const, endsOn: '2026-11-23', daysLeft: 1 },
      { kind: 'ending' as const, endsOn: '2026-11-24', daysLeft: 0 },
    ];
    const text = warningOf({ companyName: 'Verde <SRL>', warnings }, language, 'Ana', 'https://app.example');
    const [soon, lost, ending, ended, renew] = text.paragraphs;
    expect(text.subject).toContain('Verde <SRL>');
    expect(soon).toMatch(/01\.09\.2026.*57.*60.*3/s);
    expect(lost).toMatch(/01\.09\.2026.*60/s);
    expect(ending).toMatch(/23\.11\.2026.*1/s);
    expect(ended).toContain('24.11.2026');
    expect(renew).toBeTruthy();
    expect(new Set(text.paragraphs).size).toBe(5);
  });

  it.each(LANGUAGES)('name in %s the documents to send, and say nothing of a connection that works', language => {
    const numbers = Array.from({ length: 20 }, (_, place) => `FCT-${place + 1}`);
    const unsent = { kind: 'unsent' as const, deadline: '2026-12-02', count: 23, numbers };
    const { paragraphs } = warningOf({ companyName: 'Verde', warnings: [unsent] }, language, 'Ana', 'https://app.example');
    expect(paragraphs).toHaveLength(1);
    expect(paragraphs[0]).toMatch(/02\.12\.2026.*Verde.*: FCT-1, .*FCT-20 … \(\+3\)\.$/);
  });
});

describe('documents that have to be sent (EIN-63)', () => {
  const rows = [
    ...(['issued', 'rejected', 'error', 'validated', 'cancelled', 'draft'] as const).map((status, place) =>
      rowOf(sampleDocument({ id: newId(), number: `FCT-${10 - place}`, status, issueDate: '2026-11-23' })),
    ),
    rowOf(sampleDocument({ id: newId(), number: 'FCT-11', status: 'issued', issueDate: '2026-11-24' })),
  ];
  const list = { columns: columnsOf(rows, INVOICE_LIST.amounts), changes: [] };
  const warned = (day: string) => unsentWarnings(list, day);

  it('are those that are not at the authority, two working days before their deadline, in the order of their numbers', () => {
    expect(warned('2026-11-26')).toEqual([
      { kind: 'unsent', deadline: '2026-12-02', count: 3, numbers: ['FCT-8', 'FCT-9', 'FCT-10'] },
    ]);
  });

  it('are in the warning of one day only, whenever that runs', () => {
    const days = Array.from({ length: 30 }, (_, place) => addDays('2026-11-20', place));
    const told = days.flatMap(day => warned(day).flatMap(one => (one.kind === 'unsent' ? one.numbers : [])));
    expect(told.toSorted()).toEqual(['FCT-10', 'FCT-11', 'FCT-8', 'FCT-9']);
  });
});
