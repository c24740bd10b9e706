import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { isOverdue } from '#shared/model/amounts/payment-state.ts';
import { beginRun } from '#shared/documents/received-sync/state.ts';
import { newLink } from '#shared/documents/invoices/share-links/create.ts';
import { setTimeSource, today } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { sampleDocument } from '../../support/documents.ts';

afterEach(() => setTimeSource(() => Date.now()));

const at = (instant: string): void => setTimeSource(() => Date.parse(instant));

describe('the day is that of Europe/Bucharest (REQ-22)', () => {
  it.each([
    ['2026-01-15T21:59:59Z', '2026-01-15'],
    ['2026-01-15T22:00:00Z', '2026-01-16'],
    ['2026-07-15T20:59:59Z', '2026-07-15'],
    ['2026-07-15T21:00:00Z', '2026-07-16'],
    ['2026-03-28T22:00:00Z', '2026-03-29'],
    ['2026-03-29T21:00:00Z', '2026-03-30'],
    ['2026-10-24T21:00:00Z', '2026-10-25'],
    ['2026-10-25T22:00:00Z', '2026-10-26'],
    ['2026-12-31T22:00:00Z', '2027-01-01'],
  ])('at %s it is %s', (instant, day) => {
    at(instant);
    expect(today()).toBe(day);
  });

  it.each([
    ['2026-01-15T21:59:59Z', ['issueDate: must not be in the future'], false],
    ['2026-01-15T22:00:00Z', [], true],
  ])('at %s an invoice of the 16th gets %j, and one due on the 15th is overdue: %s', (instant, told, overdue) => {
    at(instant);
    const { errors } = quickCheck(sampleDocument({ issueDate: '2026-01-16', dueDate: '2026-01-16' }));
    expect(Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join()}`)).toEqual(told);
    expect(isOverdue(sampleDocument({ status: 'issued', dueDate: '2026-01-15' }))).toBe(overdue);
  });
});

describe('a record with its creation and its end has the same length even if the clock moves meanwhile', () => {
  /** Each reading of the clock is a second after the one before. */
  const readings = (): void => {
    let seconds = 0;
    setTimeSource(() => Date.parse('2026-11-27T10:00:00Z') + 1000 * seconds++);
  };
  let restore = (): void => {};
  beforeAll(() => {
    restore = setEnvironment({ TABLE_NAME: 'test' });
  });
  afterAll(() => restore());
  const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

  it('a share link', () => {
    readings();
    const { link } = newLink(
      companyScope(newId()),
      { secret: 'secret', writes: [] },
      { invoiceId: newId(), createdBy: null, days: 30 },
    );
    expect(daysBetween(link.createdAt, link.expiresAt)).toBe(30);
  });

  it('the days of a synchronization', () => {
    readings();
    const { run } = beginRun(companyScope(newId()), undefined, { trigger: 'manual', days: 7 });
    expect(daysBetween(run.from, run.to)).toBe(7);
  });
});
