import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { sqs } from '#shared/platform/aws/sqs.ts';
import { QUEUE_NAMES } from '#shared/platform/aws/queues.ts';
import { defineSchedule, defineStreamWorker, defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { useOwnService } from '../../support/service.ts';
import { catalogueOf, collector } from './fixture.ts';

let changes = collector<string>();
let messages = collector<string>();
let fired = collector<string>();
/** The behaviour of a function for this value; it succeeds by default. */
const behaviour = new Map<string, () => unknown>();
beforeEach(() => {
  changes = collector();
  messages = collector();
  fired = collector();
  behaviour.clear();
});

const fails = (times: number) => {
  let left = times;
  return () => {
    if (left-- > 0) throw new Error('not now');
  };
};

const catalogue = catalogueOf({
  publish: defineStreamWorker({ summary: 'Publish', kinds: ['client'], uses: [] }, async ({ before, after }) => {
    const value = String(after?.['value'] ?? `${String(before?.['value'])} removed`);
    changes.add(value);
    await behaviour.get(value)?.();
  }),
  mail: defineWorker(
    { summary: 'Mail', queue: 'email', uses: [], message: z.object({ value: z.string() }), timeoutSeconds: 5 },
    async ({ value }) => {
      messages.add(value);
      await behaviour.get(value)?.();
    },
  ),
  hourly: defineSchedule({ summary: 'Hourly', name: 'hourly', everyMinutes: 60, uses: [] }, async () => fired.add(instant())),
});

// Each delivery is listed here; runtime-twice.test.ts has double deliveries.
const service = useOwnService({ catalogue, machines: [], deliversTwice: false, onError: () => {} });
const write = (value: string, kind = 'client', sk = value) =>
  dynamodb().send(new PutCommand({ TableName: tableName(), Item: { pk: 'P', sk, kind, value } }));
const send = (value: string, DelaySeconds = 0) =>
  sqs().send(
    new SendMessageCommand({ QueueUrl: process.env['EMAIL_QUEUE_URL'], MessageBody: JSON.stringify({ value }), DelaySeconds }),
  );

describe('changes of the table', () => {
  it('reach the functions for their kinds, in order, with both images', async () => {
    for (const value of ['a', 'b']) await write(value);
    await write('not for you', 'other');
    await write('c', 'client', 'a');
    await service().idle();
    expect(changes.seen).toEqual(['a', 'b', 'c']);
  });

  it('a batch is delivered again from the first change that failed', async () => {
    behaviour.set('second', fails(2));
    for (const value of ['first', 'second', 'third']) await write(value);
    await service().idle();
    const from = changes.seen.lastIndexOf('second');
    expect(changes.seen.slice(from)).toEqual(['second', 'third']);
    expect(changes.seen.filter(value => value === 'second')).toHaveLength(3);
    // Every delivery of the third began with one of the second, so the order is kept.
    expect(changes.seen.filter(value => value === 'first')).toHaveLength(1);
  });

  it('a change that fails permanently goes to the dead letters and does not block the next', async () => {
    behaviour.set('poison', fails(Infinity));
    await write('before');
    await write('poison');
    await write('after');
    await service().idle();
    expect(changes.seen.filter(value => value === 'poison')).toHaveLength(10);
    expect(changes.seen.at(-1)).toBe('after');
    expect(readFileSync(join(service().dataDir, 'streams', 'publish.dead-letters.jsonl'), 'utf8')).toContain('"poison"');
  });

  it('undelivered changes are delivered after the next start of the system, and delivered ones are not repeated', async () => {
    await write('delivered');
    await service().idle();
    behaviour.set('held up', fails(Infinity));
    await write('held up');
    await changes.reaches(2);
    await service().restart();
    behaviour.clear();
    changes.seen.length = 0;
    await write('after the start');
    await service().idle();
    expect(changes.seen).not.toContain('delivered');
    expect(changes.seen.slice(-2)).toEqual(['held up', 'after the start']);
  });
});

describe('messages of queues', () => {
  it('reach their worker', async () => {
    await Promise.all(['x', 'y', 'z'].map(value => send(value)));
    await service().idle();
    expect(messages.seen.toSorted()).toEqual(['x', 'y', 'z']);
  });

  it('a delayed message is delivered when the clock is turned past its delay, and the system is idle until then', async () => {
    await send('later', 600);
    await service().idle();
    expect(messages.seen).toEqual([]);
    await service().advance('PT10M1S');
    expect(messages.seen).toEqual(['later']);
  });

  it('one that fails returns alone after its visibility timeout, and finally goes to the dead letters', async () => {
    behaviour.set('bad', fails(Infinity));
    await Promise.all([send('bad'), send('good')]);
    await service().idle();
    for (let turn = 0; turn < 6; turn++) await service().advance('PT1M');
    expect(messages.seen.filter(value => value === 'good')).toHaveLength(1);
    expect(messages.seen.filter(value => value === 'bad')).toHaveLength(5);
    const { body } = await service().api('GET', '/_local/queues');
    const empty = { visible: 0, inFlight: 0, delayed: 0 };
    const { queues } = body as { queues: { name: string }[] };
    // This catalogue has no worker for the mail service's events, which begin with the service's own notices.
    const others = (name: string): boolean => name !== 'email-events';
    expect(queues.map(({ name }) => name)).toEqual(QUEUE_NAMES);
    expect(queues.filter(({ name }) => others(name))).toEqual(
      QUEUE_NAMES.filter(others).map(name => ({ name, ...empty, dlq: name === 'email' ? 1 : 0 })),
    );
  });
});

describe('timed triggers', () => {
  it('fire by the local clock: once however far it was turned', async () => {
    await service().advance('PT59M');
    await service().advance('PT2M');
    expect(fired.seen).toHaveLength(1);
    await service().advance('PT36H');
    expect(fired.seen).toHaveLength(2);
  });

  it('run at once when requested by name; an unknown name is 404', async () => {
    expect((await service().api('POST', '/_local/schedules/hourly/run')).status).toBe(202);
    await service().idle();
    expect(fired.seen).toHaveLength(1);
    expect((await service().api('POST', '/_local/schedules/nightly/run')).status).toBe(404);
  });
});

describe('GET /_local/idle', () => {
  it('is 504 while a function runs, and 200 once it has ended', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    behaviour.set('long', () => held);
    await send('long');
    await messages.reaches(1);
    expect(await service().api('GET', '/_local/idle?timeoutMs=50')).toMatchObject({ status: 504, body: { idle: false } });
    release();
    expect(await service().api('GET', '/_local/idle')).toMatchObject({ status: 200, body: { idle: true } });
  });

  it('rejects a time that is no number', async () => {
    expect((await service().api('GET', '/_local/idle?timeoutMs=soon')).status).toBe(400);
  });
});
