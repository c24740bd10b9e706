import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { sqs } from '#shared/platform/aws/sqs.ts';
import { defineSchedule, defineStreamWorker, defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { useOwnService } from '../../support/service.ts';
import { catalogueOf, collector } from './fixture.ts';

/** The runtime as with `LOCAL_STRICT=all`: every delivery comes twice, and reads are late. */

let seen = collector<string>();
/** Deliveries that fail, by subject: their numbers, from 1. */
const failing = new Map<string, number[]>();
beforeEach(() => {
  seen = collector();
  failing.clear();
});

/** Notes a delivery, and fails if its number is one of those that must. */
function delivered(what: string): void {
  seen.add(what);
  if (failing.get(what)?.includes(seen.seen.filter(one => one === what).length)) throw new Error('not now');
}

const catalogue = catalogueOf({
  publish: defineStreamWorker({ summary: 'Publish', kinds: ['client'], uses: [] }, ({ after }) => {
    delivered(String(after?.['value']));
    return Promise.resolve();
  }),
  mail: defineWorker(
    { summary: 'Mail', queue: 'email', uses: [], message: z.object({ value: z.string() }), timeoutSeconds: 5 },
    async ({ value }) => {
      if (value.startsWith('list')) seen.add(`${value}: ${(await queryItems({ partition: value }, { index: 'gsi1' })).length}`);
      else delivered(value);
    },
  ),
  hourly: defineSchedule({ summary: 'Hourly', name: 'hourly', everyMinutes: 60, uses: [] }, () => {
    delivered('hourly');
    return Promise.resolve();
  }),
});

const service = useOwnService({
  ...{ catalogue, machines: [], anyCall: true, onError: () => {} },
  ...{ deliversTwice: true, lateReads: 'all', mailLimits: false },
});
const write = (value: string, more: object = {}) =>
  dynamodb().send(new PutCommand({ TableName: tableName(), Item: { pk: 'P', sk: value, kind: 'client', value, ...more } }));
const send = (value: string) =>
  sqs().send(new SendMessageCommand({ QueueUrl: process.env['EMAIL_QUEUE_URL'], MessageBody: JSON.stringify({ value }) }));

it('a change of the table is delivered twice, and again after a failure of the second delivery', async () => {
  await write('a');
  await service().idle();
  expect(seen.seen).toEqual(['a', 'a']);
  failing.set('b', [2]);
  await write('b');
  await service().idle();
  expect(seen.seen.filter(value => value === 'b')).toHaveLength(4);
});

it('a message is delivered twice; if the second delivery fails, it is redelivered after its visibility timeout', async () => {
  failing.set('bad', [2]);
  await Promise.all([send('good'), send('bad')]);
  await service().idle();
  expect(seen.seen.toSorted()).toEqual(['bad', 'bad', 'good', 'good']);
  await service().advance('PT5M');
  expect(seen.seen.toSorted()).toEqual(['bad', 'bad', 'bad', 'bad', 'good', 'good']);
});

it('a schedule runs its function twice, and a minute later again after a failure', async () => {
  failing.set('hourly', [1]);
  await service().api('POST', '/_local/schedules/hourly/run');
  await service().idle();
  expect(seen.seen).toEqual(['hourly']);
  await service().advance('PT1M');
  expect(seen.seen).toEqual(['hourly', 'hourly', 'hourly']);
});

it('a function finds in an index the items that were written before the system was last idle', async () => {
  service().runtime.clock.freeze(true);
  await write('x', { kind: 'other', gsi1pk: 'list', gsi1sk: 'x' });
  await send('list');
  await service().idle();
  await send('list');
  await service().idle();
  service().runtime.clock.freeze(false);
  expect(seen.seen).toEqual(['list: 0', 'list: 0', 'list: 1', 'list: 1']);
});
