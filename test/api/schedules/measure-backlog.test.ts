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

/** The log line of a run of the schedule, as the alarms `late-…` read it: seconds by kind of work. */
async function measured(): Promise<Record<string, number>> {
  lines = [];
  await service().api('POST', '/_local/schedules/measure-backlog/run');
  await service().idle();
  return Object.fromEntries(
    Object.entries(metricsOf('schedules', lines)).map(([name, [seconds = 0, ...more]]) => {
      expect(more).toEqual([]);
      return [name.replace(/^late-/, ''), seconds];
    }),
  );
}

const work = (queue: DueQueue, id: string, seconds: number) =>
  create({ pk: `BACKLOG#${id}`, sk: queue, kind: 'deferred-task', ...due(queue, id, instantIn(seconds)) });

test('the schedule logs how late the oldest due work of each kind is, and ignores work that is due later', async () => {
  const names = MEASURED_WORK.map(queue => DUE_WORK[queue].name);
  expect(await measured()).toEqual(Object.fromEntries(names.map(name => [name, 0])));

  await transact([
    ...['a', 'b', 'c', 'd', 'e'].map((id, place) => work('DUESUBMISSION', id, -60 * (place + 1))),
    work('DAILY', 'f', -7200),
    work('PURGE', 'g', 3600),
  ]);
  expect(await measured()).toMatchObject({ 'planned-submissions': 300, 'daily-runs': 7200, 'company-purges': 0, outbox: 0 });
});
