import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import type { EventSource } from '../../../infra/stage/event-sources.ts';
import { defineStreamWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { type Service, startService } from '../../support/service.ts';
import { catalogueOf, collector } from './fixture.ts';

/** Streams with an event source mapping of a template, as in the run of the deployed form. */

let batches = collector<string[]>();
let fails: (values: string[]) => boolean;
/** Invocations end when this is resolved. */
let released = Promise.resolve();
let service: Service;
beforeEach(() => {
  batches = collector();
  fails = values => values.includes('poison');
});
afterEach(() => service.stop());

const handler = Object.assign(
  async (event: { Records: { dynamodb: { NewImage: { value: { S: string } } } }[] }) => {
    const values = event.Records.map(record => record.dynamodb.NewImage.value.S);
    batches.add(values);
    await released;
    if (fails(values)) throw new Error('not now');
  },
  { definition: defineStreamWorker({ summary: 'Publish', kinds: ['client'], uses: [] }, () => Promise.resolve()).definition },
);

async function start(source: Partial<EventSource>): Promise<void> {
  service = await startService({
    ...{ catalogue: catalogueOf({ publish: handler }), machines: [], deliversTwice: false, onError: () => {} },
    sourceOf: () => ({ batchSize: 100, reportsItemFailures: false, ...source }),
  });
}
const write = (value: string) =>
  dynamodb().send(new PutCommand({ TableName: tableName(), Item: { pk: 'P', sk: value, kind: 'client', value } }));
const deadLetters = (): string[] => {
  const file = join(service.dataDir, 'streams', 'publish.dead-letters.jsonl');
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/"value":\{"S":"(\w+)"/g)].map(([, value = '']) => value);
};

/** Blocks the stream until all are written, so that they are delivered in one batch. */
async function writeBatch(...values: string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  released = promise;
  await write('first');
  await batches.reaches(1);
  for (const value of values) await write(value);
  resolve();
  await service.idle();
}

describe('the mapping of a stream', () => {
  it('retries a failed batch in halves, until the record that fails is alone, and does not block the others', async () => {
    await start({ bisectsOnError: true, maximumRetryAttempts: 1 });
    await writeBatch('a', 'b', 'poison', 'd');
    const seen = batches.seen.filter(values => !values.includes('first'));
    expect(seen).toEqual([
      ['a', 'b', 'poison', 'd'],
      ['a', 'b'],
      ['poison', 'd'],
      // Alone it is tried once and retried once.
      ['poison'],
      ['poison'],
      ['d'],
    ]);
    expect(deadLetters()).toEqual(['poison']);
  });

  it('retries a failed batch as a whole without bisecting', async () => {
    await start({ maximumRetryAttempts: 1 });
    fails = values => values[0] === 'poison';
    await writeBatch('poison', 'b');
    const seen = batches.seen.filter(values => !values.includes('first'));
    expect(seen).toEqual([['poison', 'b'], ['poison', 'b'], ['b']]);
    expect(deadLetters()).toEqual(['poison']);
  });

  it('gives up a record when it is older than the mapping allows, whatever the number of attempts', async () => {
    await start({ maximumRecordAgeInSeconds: 3600 });
    await write('poison');
    await batches.reaches(3);
    expect(deadLetters()).toEqual([]);
    service.runtime.clock.advance('PT1H1S');
    await service.idle();
    expect(deadLetters()).toEqual(['poison']);
  });
});
