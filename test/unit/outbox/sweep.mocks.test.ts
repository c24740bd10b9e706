import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { sweep } from '#shared/app/outbox/sweep.ts';
import { type DeferredTask, deferTask, dueTasks, readTask, taskDone } from '#shared/platform/store/deferred-tasks.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { useTable } from '../../support/table.ts';

const sent: unknown[] = [];
vi.mock('#shared/platform/aws/sqs.ts', () => ({
  sqs: () => ({
    send: (command: { input: { MessageBody: string } }) => {
      sent.push(JSON.parse(command.input.MessageBody));
      return Promise.resolve({});
    },
  }),
}));

const table = useTable();
const company = companyScope(newId());
const logged: string[] = [];
beforeEach(() => {
  sent.length = 0;
  logged.length = 0;
  setLogSink(line => void logged.push(line));
  return setEnvironment({ BACKGROUND_QUEUE_URL: 'https://sqs.example/background' });
});

/** The sweep, every minute for `hours`; the minutes in which it queued something. */
async function swept(hours: number): Promise<number[]> {
  const minutes: number[] = [];
  for (let minute = 0; minute < hours * 60; minute++) {
    const before = sent.length;
    await sweep();
    if (sent.length > before) minutes.push(minute);
    table.clock.advance(60);
  }
  return minutes;
}

describe('a task that is never done', () => {
  it('is queued five times, each wait twice the one before, then parked with an error in the log, and not lost', async () => {
    const work: DeferredTask = { kind: 'client', companyId: company, id: newId() };
    await transact([deferTask(company, work, 0, { kept: true })]);
    expect(await swept(4)).toEqual([0, 5, 15, 35, 75]);
    expect(sent).toEqual(
      Array.from({ length: 5 }, () => ({ worker: 'propagate-client-change', body: { companyId: company, id: work.id } })),
    );
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 'ERROR',
      message: 'Task parked after 5 attempts',
      kind: 'client',
      id: work.id,
    });
    expect(metricsOf('schedules', [JSON.parse(logged[0] ?? '') as Record<string, unknown>])).toEqual({ incidents: [1] });
    expect(await dueTasks()).toEqual([]);
    expect(await readTask(company, work)).toEqual({ kept: true });
    // Left again, it counts from the start.
    await transact([deferTask(company, work, 0)]);
    expect(await dueTasks()).toEqual([work]);
    await transact([taskDone(company, work)]);
  });

  it('is removed as soon as it is done', async () => {
    const work: DeferredTask = { kind: 'client', companyId: company, id: newId() };
    await transact([deferTask(company, work, 0)]);
    await sweep();
    await transact([taskDone(company, work)]);
    expect(await swept(1)).toEqual([]);
    expect(logged).toEqual([]);
  });
});
