import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { due } from '#shared/platform/store/due-work.ts';
import { create, transact } from '#shared/platform/store/transact.ts';
import { DUE_WORK, type DueQueue, MEASURED_WORK } from '#shared/base/vocabulary/due-work.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { useOwnService } from '../../support/service.ts';

// Each run of the schedule logs its figures; here the figures of one are compared.
const service = useOwnService({ machines: [], deliversTwice: false });
let lines: Record<string, unknown>[] = [];
beforeAll(() => {
  // Schedules run only when a test triggers them: nothing processes the work before it is measured.
  service().runtime.clock.freeze(true);
  setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
});
afterAll(() => setLogSink(() => {}));

/** The log line of a run of the schedule, and the value of the metric that the alarm `late-work` reads from it. */
async function measured(): Promise<{ seconds: number[]; work: unknown }> {
  lines = [];
  await service().api('POST', '/_local/schedules/measure-backlog/run');
  await service().idle();
  const { 'late-work': seconds = [], ...others } = metricsOf('schedules', lines);
  expect(others).toEqual({});
  return { seconds, work: lines.find(({ message }) => message === 'backlog')?.['work'] };
}

const work = (queue: DueQueue, id: string, seconds: number) =>
  create({ pk: `BACKLOG#${id}`, sk: queue, kind: 'deferred-task', ...due(queue, id, instantIn(seconds)) });

test('the schedule logs how late the oldest due work is, and of which kinds, and ignores work that is due later', async () => {
  expect(await measured()).toEqual({ seconds: [0], work: '' });

  await transact([
    ...['a', 'b', 'c', 'd', 'e'].map((id, place) => work('DUESUBMISSION', id, -60 * (place + 1))),
    work('DAILY', 'f', -7200),
    work('PURGE', 'g', 3600),
  ]);
  expect(await measured()).toEqual({ seconds: [7200], work: 'daily-runs 7200, planned-submissions 300' });
});

test.each(MEASURED_WORK)('late work of the kind %s is measured', async queue => {
  await transact([work(queue, queue, -10_000)]);
  expect((await measured()).work).toMatch(new RegExp(`\\b${DUE_WORK[queue].name} 10000\\b`));
});
