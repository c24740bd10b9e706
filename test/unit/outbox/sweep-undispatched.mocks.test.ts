import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { sweepUndispatched } from '#shared/app/outbox/sweep-undispatched.ts';
import { dueItems } from '#shared/platform/store/due-work.ts';
import { awaitsDispatch, markDispatched, UNDISPATCHED } from '#shared/platform/store/outbox.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { damage } from '../../support/stored/damage.ts';
import { useTable } from '../../support/table.ts';

const sent: unknown[] = [];
let fails: (body: string) => boolean = () => false;
vi.mock('#shared/platform/aws/sqs.ts', () => ({
  sqs: () => ({
    send: ({ input }: { input: { MessageBody: string } }) => {
      if (fails(input.MessageBody)) return Promise.reject(new Error('The queue is not there.'));
      sent.push(JSON.parse(input.MessageBody));
      return Promise.resolve({});
    },
  }),
}));

/** What happens while an execution is started. */
let meanwhile: () => Promise<void> = () => Promise.resolve();
const started: string[] = [];
vi.mock('#shared/platform/aws/sfn.ts', () => ({
  sfn: () => ({
    send: async ({ input }: { input: { name: string } }) => {
      started.push(input.name);
      await meanwhile();
      return {};
    },
  }),
}));

const table = useTable();
const company = companyScope(newId());
const logged: { level: string; message: string }[] = [];
beforeEach(() => {
  sent.length = 0;
  logged.length = 0;
  fails = () => false;
  setLogSink(line => void logged.push(JSON.parse(line) as (typeof logged)[number]));
  started.length = 0;
  meanwhile = () => Promise.resolve();
  return setEnvironment({
    ...{ BACKGROUND_QUEUE_URL: 'https://sqs.example/background', DOCUMENT_EMAIL_QUEUE_URL: 'https://sqs.example/mail' },
    SUBMIT_INVOICE_MACHINE: 'arn:aws:states:eu-central-1:000000000000:stateMachine:submit-invoice',
  });
});

/** An item that waits to be dispatched. */
async function waiting(kind: 'export' | 'invoice-email', data: object = {}): Promise<Key & { id: string }> {
  const id = newId();
  const key = companyKey(company, `WAITING#${id}`);
  await transact([put({ ...key, kind, data: { companyId: company, id, ...data }, ...awaitsDispatch(id) })]);
  return { ...key, id };
}

/** The sweep, every minute for `hours`; the minutes in which it sent something. */
async function swept(hours: number): Promise<number[]> {
  const minutes: number[] = [];
  for (let minute = 0; minute < hours * 60; minute++) {
    const before = sent.length;
    await sweepUndispatched();
    if (sent.length > before) minutes.push(minute);
    table.clock.advance(60);
  }
  return minutes;
}

describe('an item that no consumer takes', () => {
  it('is dispatched after 15 minutes and four times more, each wait twice the one before, then parked with an error', async () => {
    const { id, ...key } = await waiting('export');
    expect(await swept(5)).toEqual([15, 20, 30, 50, 90]);
    expect(sent).toEqual(Array.from({ length: 5 }, () => ({ worker: 'build-export', body: { companyId: company, id } })));
    expect(logged.filter(({ level }) => level === 'ERROR').map(({ message }) => message)).toEqual([
      'Item parked after 5 dispatches',
    ]);
    expect(metricsOf('schedules', logged)).toEqual({ incidents: [1] });
    expect(await dueItems(UNDISPATCHED)).toEqual([]);
    expect((await getItem<Item & { data: object }>(key))?.data).toEqual({ companyId: company, id });
  });

  it('is ignored as soon as its consumer has it, also when that is recorded twice, or when it is deleted', async () => {
    const { id: _, ...key } = await waiting('export');
    table.clock.advance(900);
    await sweepUndispatched();
    await markDispatched(key);
    await markDispatched(key);
    await markDispatched(companyKey(company, 'WAITING#never'));
    expect(await swept(1)).toEqual([]);
  });

  it('is dispatched once by two simultaneous sweeps', async () => {
    const { id: _, ...key } = await waiting('export');
    table.clock.advance(900);
    await Promise.all([sweepUndispatched(), sweepUndispatched(), sweepUndispatched()]);
    expect(sent).toHaveLength(1);
    await markDispatched(key);
  });

  it('whose work was done in another way is removed from the index and not dispatched', async () => {
    await waiting('invoice-email', { state: 'sent', tries: 1 });
    expect(await swept(1)).toEqual([]);
    expect(await dueItems(UNDISPATCHED)).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('that cannot be read is reported, and the others are dispatched', async () => {
    const [bad, good] = [await waiting('export'), await waiting('export')];
    await damage(bad, 'data');
    table.clock.advance(900);
    await sweepUndispatched();
    expect(sent).toEqual([{ worker: 'build-export', body: { companyId: company, id: good.id } }]);
    expect(metricsOf('schedules', logged)['incidents']?.length).toBeGreaterThan(0);
    await Promise.all([markDispatched(bad), markDispatched(good)]);
  });

  it('that cannot be dispatched fails the sweep, but not the others', async () => {
    const [bad, good] = [await waiting('export'), await waiting('export')];
    table.clock.advance(900);
    fails = body => body.includes(bad.id);
    await expect(sweepUndispatched()).rejects.toThrow('The queue is not there.');
    expect(sent).toEqual([{ worker: 'build-export', body: { companyId: company, id: good.id } }]);
    await Promise.all([markDispatched(bad), markDispatched(good)]);
  });
});

describe('an item whose execution is started again', () => {
  const begin = async (key: Key, id: string): Promise<void> =>
    transact([put({ ...key, kind: 'submission', data: { companyId: company, submissionId: id }, ...awaitsDispatch(id) })]);

  it('needs no confirmation: the execution guarantees the work, however long it waits before its first task', async () => {
    const id = newId();
    await begin(companyKey(company, `WAITING#${id}`), id);
    table.clock.advance(900);
    expect(await swept(5)).toEqual([]);
    expect(started).toEqual([id]);
    expect(await dueItems(UNDISPATCHED)).toEqual([]);
  });

  it('keeps its mark if it got other work meanwhile', async () => {
    const [id, other] = [newId(), newId()];
    const key = companyKey(company, `WAITING#${id}`);
    await begin(key, id);
    table.clock.advance(900);
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      table.clock.advance(1);
      await begin(key, other);
    };
    expect(await swept(1)).toEqual([]);
    expect(started).toEqual([id, other]);
  });
});
