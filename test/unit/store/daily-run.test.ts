import { type MockInstance, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import {
  anchorTime,
  type DailyRun,
  type DailyRunName,
  handOverDailyRuns,
  latestRunDay,
  moveDailyRun,
  nextRunAt,
  type RunQueue,
  startDailyRun,
  stopDailyRun,
  todaysRunAt,
} from '#shared/platform/store/daily-run.ts';
import { due, dueRows } from '#shared/platform/store/due-work.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyKey, type Item } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

describe('The times of a daily run', () => {
  test('anchors are taken at a minute from 00:30 to 04:29 that follows from the id of the company', () => {
    const times = Array.from({ length: 6_000 }, (_, id) => anchorTime(String(id)));
    const minutes = Array.from({ length: 240 }, (_, place) => place + 30);
    const expected = minutes.map(at => `0${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`);
    expect([...new Set(times)].toSorted()).toEqual(expected);
    expect(anchorTime('7')).toBe(times[7]);
  });

  // In winter 09:00 in Romania are 07:00 UTC.
  test.each([
    ['2026-03-02T06:59:59.999Z', '2026-03-01', '2026-03-02T07:00:00.000Z'],
    ['2026-03-02T07:00:00.000Z', '2026-03-02', '2026-03-03T07:00:00.000Z'],
    ['2026-03-02T21:59:59.999Z', '2026-03-02', '2026-03-03T07:00:00.000Z'],
    ['2026-03-02T22:00:00.000Z', '2026-03-02', '2026-03-03T07:00:00.000Z'],
  ])('at %s the last run at 09:00 was that of %s, and the next one is at %s', (now, latest, next) => {
    table.clock.set(now);
    expect([latestRunDay('09:00'), nextRunAt('09:00')]).toEqual([latest, next]);
  });

  test('that of today may have passed', () => {
    expect([todaysRunAt('09:00'), todaysRunAt('18:30')]).toEqual(['2026-03-02T07:00:00.000Z', '2026-03-02T16:30:00.000Z']);
  });
});

describe('daily runs that are due', () => {
  const started: Parameters<typeof stopDailyRun>[] = [];
  let sent: [company: string, run: DailyRunName, day: string][] = [];
  const AT = '2026-03-02T07:00:00.000Z';

  async function start(run: DailyRunName, at: string, company = companyScope(newId())): Promise<string> {
    started.push([company, run]);
    await transact([startDailyRun(company, { run, time: '09:00', at })]);
    return company;
  }
  const handOver = (queue: RunQueue = 'reminders') =>
    handOverDailyRuns(queue, async ({ companyId, run }, day) => void sent.push([companyId, run, day]));
  const nextOf = (company: string, run: DailyRunName) =>
    getItem<Item & { row: DailyRun }>(companyKey(companyScope(company), `DAILY#${run}`));

  beforeEach(() => {
    sent = [];
  });
  afterEach(async () => {
    for (const run of started.splice(0)) await transact([stopDailyRun(...run)]);
  });

  test('are sent once, and then due on the next day at their time', async () => {
    const company = await start('reminders', AT);
    const later = await start('reminders', '2026-03-02T10:00:00.001Z');
    table.calls.length = 0;
    await handOver();
    // Two rounds, the second of which finds nothing: one query for each of the four partitions.
    expect(table.callsOf('Query')).toHaveLength(2 * 4);
    await handOver();
    expect(sent).toEqual([[company, 'reminders', '2026-03-02']]);
    expect(await nextOf(company, 'reminders')).toMatchObject({ kind: 'daily-run', dueAt: '2026-03-03T07:00:00.000Z' });
    expect((await nextOf(company, 'reminders'))?.row).toEqual({
      ...{ companyId: company, run: 'reminders', time: '09:00', at: '2026-03-03T07:00:00.000Z' },
    });
    table.clock.advance(0.001);
    await handOver();
    expect(sent.slice(1)).toEqual([[later, 'reminders', '2026-03-02']]);
  });

  test('are sent to the queue of their worker: notices to that of reminders, anchors to their own', async () => {
    const company = companyScope(newId());
    for (const run of ['reminders', 'notices', 'anchors'] as const) await start(run, AT, company);
    await handOver('anchors');
    expect(sent).toEqual([[company, 'anchors', '2026-03-02']]);
    sent = [];
    await handOver('reminders');
    expect(sent.map(([, run]) => run).toSorted()).toEqual(['notices', 'reminders']);
  });

  test('days late, for the latest day only', async () => {
    const company = await start('reminders', '2026-02-27T07:00:00.000Z');
    await handOver();
    expect(sent).toEqual([[company, 'reminders', '2026-03-02']]);
    expect((await nextOf(company, 'reminders'))?.dueAt).toBe('2026-03-03T07:00:00.000Z');
  });

  test('are all sent, 50 at the same time', async () => {
    const companies = Array.from({ length: 60 }, () => companyScope(newId()));
    for (const run of ['reminders', 'notices'] as const)
      await transact(companies.map(company => startDailyRun(company, { run, time: '09:00', at: AT })));
    started.push(
      ...companies
        .flatMap(company => [[company, 'reminders'] as const, [company, 'notices'] as const])
        .map(([company, run]) => [company, run] as Parameters<typeof stopDailyRun>),
    );
    let [running, most] = [0, 0];
    const names = new Set<string>();
    await handOverDailyRuns('reminders', async ({ companyId, run }) => {
      most = Math.max(most, ++running);
      names.add(`${companyId} ${run}`);
      await new Promise(resolve => setImmediate(resolve));
      running--;
    });
    expect([names.size, most]).toEqual([120, 50]);
    expect(await dueRows('DAILY')).toEqual([]);
  });

  test('that were moved meanwhile are not changed, and are sent once although the index still lists them', async () => {
    const company = companyScope(newId());
    started.push([company, 'reminders']);
    const row = { companyId: company, run: 'reminders', time: '09:00', at: '2026-03-01T07:00:00.000Z' };
    // The index is late: it has the row of before.
    await transact([
      put({ ...companyKey(company, 'DAILY#reminders'), kind: 'daily-run', row, ...due('DAILY', `${company}#reminders`, AT) }),
    ]);
    await handOver();
    expect(sent).toEqual([[company, 'reminders', '2026-03-02']]);
    expect(await nextOf(company, 'reminders')).toMatchObject({ dueAt: AT });
    await expect(transact([moveDailyRun(row as DailyRun, AT)])).rejects.toMatchObject({ name: 'ConditionFailed' });
  });

  test('that cannot be moved are an error', async () => {
    await start('reminders', AT);
    const client = dynamodb();
    const send = client.send.bind(client);
    const spy = vi.spyOn(client, 'send') as unknown as MockInstance<(command: UpdateCommand) => Promise<unknown>>;
    spy.mockImplementation(command => (command instanceof UpdateCommand ? Promise.reject(new Error('Not now.')) : send(command)));
    await expect(handOver()).rejects.toThrow('Not now.');
    spy.mockRestore();
  });

  test('that are stopped are not due any more', async () => {
    const company = companyScope(await start('reminders', AT));
    await transact([stopDailyRun(company, 'reminders')]);
    await handOver();
    expect(sent).toEqual([]);
  });
});
