import { describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { NO_LEASE } from '#shared/platform/store/lease.ts';
import { isSuccess } from '#shared/app/webhooks/deliveries/answer.ts';
import { countDelivery, type DayCount, daysOfPage, matchingDays, totalOf } from '#shared/app/webhooks/deliveries/counts.ts';
import { mostInFlight } from '#shared/app/webhooks/deliveries/health.ts';
import { deferralSeconds, isHopeless, RETRY_SECONDS, retryAfterFailure } from '#shared/app/webhooks/deliveries/retries.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import {
  type Answered,
  createDelivery,
  madeAttributes,
  type MadeDelivery,
  newDelivery,
} from '#shared/app/webhooks/deliveries/store.ts';

setEnvironment({ TABLE_NAME: 'table' });

describe('when a message is sent again', () => {
  const after = (attempt: number, responseCode: number, retryAfter?: string, random = 0.5) =>
    retryAfterFailure(
      attempt,
      { responseCode, responseHeaders: retryAfter === undefined ? null : { 'retry-after': retryAfter } },
      random,
    );

  it('5 s after the first attempt, then after 5 and 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
    expect(RETRY_SECONDS).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });

  it.each(RETRY_SECONDS.map((seconds, place) => [place + 1, seconds]))(
    'after attempt %i: %i s, 10 % more or less',
    (attempt, seconds) => {
      expect([0, 0.5, 1].map(random => after(attempt, 500, undefined, random))).toEqual([
        expect.closeTo(0.9 * seconds, 6),
        seconds,
        expect.closeTo(1.1 * seconds, 6),
      ]);
    },
  );

  it.each([
    ['the tenth was the last', 10, 500, undefined, null],
    ['410 is the end', 1, 410, undefined, null],
    ['a longer Retry-After of a 429 counts', 1, 429, '60', 60],
    ['of a 503 too', 1, 503, '60', 60],
    ['of a 500 it does not', 1, 500, '60', 5],
    ['a shorter one does not', 2, 503, '60', 300],
    ['nor one that is no number of seconds', 1, 503, 'Wed, 21 Oct 2026 07:28:00 GMT', 5],
    ['a day at most', 1, 503, '999999999', 86_400],
  ])('%s', (_, attempt, code, header, seconds) => {
    expect(after(attempt, code, header)).toBe(seconds);
  });
});

describe('which endpoints are switched off', () => {
  const HOUR = 3_600_000;
  const at = Date.parse('2026-11-22T12:00:00Z');
  const ago = (hours: number): string => new Date(at - hours * HOUR).toISOString();

  it.each([
    ['no failure', null, 500, false],
    ['failing for less than 120 hours', 119.9, 500, false],
    ['failing for 120 hours', 120, 500, true],
    ['failing for longer, but switched on since', 500, 119.9, false],
    ['failing for longer, and on for 120 hours', 500, 120, true],
  ])('%s: %s hours, active for %s: %s', (_, failing, active, isOff) => {
    expect(isHopeless({ failingSince: failing === null ? null : ago(failing), activeSince: ago(active) }, at)).toBe(isOff);
  });
});

describe('the number of simultaneous attempts to one endpoint', () => {
  it.each([
    ['a new one', null, 10],
    ['a quick one', 200, 10],
    ['one of three seconds', 3_000, 10],
    ['a slow one', 3_001, 2],
    ['one that timed out', 10_000, 2],
  ])('%s', (_, lastDurationMs, most) => {
    expect(mostInFlight({ lastDurationMs })).toBe(most);
  });

  it('each wait is twice as long as the one before, up to five minutes', () => {
    expect([0, 1, 2, 5, 8, 9, 100].map(times => deferralSeconds(times, 1))).toEqual([1, 2, 4, 32, 256, 300, 300]);
    expect([0, 3, 9].map(times => deferralSeconds(times, 0))).toEqual([1, 4, 150]);
  });
});

describe('the days of a page of deliveries', () => {
  const counted: DayCount[] = [
    { date: '2026-11-22', counts: { 'success:invoice.paid': 3, 'failed:invoice.paid': 1, 'success:invoice.issued': 2 } },
    { date: '2026-11-20', counts: { 'failed:invoice.issued': 4 } },
    { date: '2026-11-19', counts: { 'success:invoice.issued': 5 } },
  ];

  it.each([
    ['all', {}, [6, 4, 5]],
    ['a status', { status: 'failed' }, [1, 4]],
    ['an event', { eventType: 'invoice.issued' }, [2, 4, 5]],
    ['both', { status: 'success', eventType: 'invoice.paid' }, [3]],
    ['from a day', { from: '2026-11-20' }, [6, 4]],
    ['to a day', { to: '2026-11-20' }, [4, 5]],
    ['nothing', { eventType: 'invoice' }, []],
  ])('the counts of %s', (_, filter, counts) => {
    const days = matchingDays(counted, filter);
    expect(days.map(({ count }) => count)).toEqual(counts);
    expect(totalOf(days)).toBe(counts.reduce((total, count) => total + count, 0));
  });

  const days = matchingDays(counted, {});
  it.each([
    [1, 6, [['2026-11-22', 0, 6]]],
    [
      1,
      7,
      [
        ['2026-11-22', 0, 6],
        ['2026-11-20', 0, 1],
      ],
    ],
    [
      2,
      4,
      [
        ['2026-11-22', 4, 2],
        ['2026-11-20', 0, 2],
      ],
    ],
    [
      2,
      7,
      [
        ['2026-11-20', 1, 3],
        ['2026-11-19', 0, 4],
      ],
    ],
    [2, 10, [['2026-11-19', 0, 5]]],
    [3, 10, []],
    [
      1,
      100,
      [
        ['2026-11-22', 0, 6],
        ['2026-11-20', 0, 4],
        ['2026-11-19', 0, 5],
      ],
    ],
  ])('page %i of %i', (page, limit, parts) => {
    expect(daysOfPage(days, { page, limit }).map(({ date, skip, take }) => [date, skip, take])).toEqual(parts);
  });
});

describe('the stored record of an attempt', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [0, false],
  ])('a response with status %i is a success: %s', (responseCode, succeeded) => {
    expect(isSuccess({ responseCode } as Answered)).toBe(succeeded);
  });

  const company = companyScope('c');
  const at = Date.parse('2026-11-22T22:30:00.000Z');
  const fields = { id: 'd', companyId: company, webhookId: 'w', messageId: 'm', eventType: 'invoice.paid', attempt: 1 };
  const dueIn = (seconds: number) => newDelivery({ ...fields, dueAt: new Date(at + seconds * 1000).toISOString() });

  it.each<[number, object]>([
    [-5, { dueAt: '2026-11-22T22:45:00.000Z' }],
    [60, { dueAt: '2026-11-22T22:46:00.000Z' }],
    [900, { dueAt: '2026-11-22T23:00:00.000Z' }],
    [
      900.001,
      {
        dueAt: '2026-11-22T22:45:00.001Z',
        row: { companyId: company, webhookId: 'w', id: 'd', dueAt: '2026-11-22T22:45:00.001Z' },
      },
    ],
  ])('due in %d s, it waits for the queue or for the schedule, and expires', (seconds, expected) => {
    setTimeSource(() => at);
    const { operation } = createDelivery(company, dueIn(seconds), at);
    setTimeSource(() => Date.now());
    expect(operation.Put?.Item).toMatchObject({ version: 1, data: { status: 'pending', ...NO_LEASE }, ...expected });
    expect(operation.Put?.Item).toHaveProperty('expiresAt', at / 1000 + 30 * 86_400);
    expect('row' in (operation.Put?.Item ?? {})).toBe(seconds > 900);
  });

  it('it is counted on its day in Romania, and is stored as long as that day', () => {
    const answer = { deliveredAt: new Date(at).toISOString() } as Answered;
    const made: MadeDelivery = { ...dueIn(0), status: 'failed', answer };
    const { Update } = countDelivery(company, made).operation;
    const until = Date.parse('2026-12-24T00:00:00Z') / 1000;
    expect(Update?.Key?.['sk']).toBe('WHCOUNT#w#2026-11-23');
    expect(Update?.ExpressionAttributeNames).toMatchObject({ '#count': 'failed:invoice.paid' });
    expect(Update?.ExpressionAttributeValues).toMatchObject({ ':until': until, ':one': 1 });
    expect(madeAttributes(company, made)).toMatchObject({ gsi1sk: `${answer.deliveredAt}#d`, expiresAt: until });
  });
});
