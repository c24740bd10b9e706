import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as background } from '../../../functions/workers/hand-out-background.ts';
import { handler as unhurried } from '../../../functions/workers/hand-out-unhurried.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startLambda } from '../../../infra/local/engines/lambda.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { RARE_WORK, RARE_WORKERS, rareWork, type RareWorker } from '#shared/platform/aws/queues.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';

/** The functions that read shared queues: each message reaches its worker as from a queue of its own, and what fails comes again. */

let engine: Engine;
let restore: () => void;
const invoked: { name: string; event: SQSEvent }[] = [];
const lines: Record<string, unknown>[] = [];
let answer: (event: SQSEvent) => Promise<unknown>;

beforeAll(async () => {
  engine = await startLambda({
    invoke: (name, event) => {
      invoked.push({ name, event: event as SQSEvent });
      return answer(event as SQSEvent);
    },
    has: name => name !== 'test-workers-discard-file',
  });
  restore = setEnvironment({
    WORKER_FUNCTIONS: 'test-workers-*:live',
    AWS_ENDPOINT_URL_LAMBDA: engine.endpoint,
    ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' },
  });
  forgetClients();
});
afterAll(async () => {
  forgetClients();
  restore();
  await engine.stop();
});
beforeEach(() => {
  invoked.length = 0;
  lines.length = 0;
  answer = () => Promise.resolve({ batchItemFailures: [] });
  setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
});

const record = (body: string): SQSRecord => ({
  ...{ messageId: 'm-1', receiptHandle: 'r-1', body, messageAttributes: {}, md5OfBody: '', awsRegion: 'local' },
  attributes: {
    ...{ ApproximateReceiveCount: '2', SentTimestamp: '0', SenderId: 'x' },
    ApproximateFirstReceiveTimestamp: '0',
  },
  ...{ eventSource: 'aws:sqs', eventSourceARN: 'arn:aws:sqs:local:000000000000:background' },
});

const delivered = async (body: string, handler: typeof background = background): Promise<SQSBatchResponse> =>
  (await handler({ Records: [record(body)] }, {} as Context)) as SQSBatchResponse;

const body = { companyId: '01995e62-1b56-7c2b-ac25-193a2cabaf80', id: '01995e62-ae8f-78e9-a05f-193a2cabaf80' };
const FAILED = { batchItemFailures: [{ itemIdentifier: 'm-1' }] };
const messageFor = (worker: RareWorker): string => JSON.stringify(rareWork(worker, body).body);

describe('a message of a shared queue', () => {
  it.each(RARE_WORKERS.filter(worker => worker !== 'discard-file'))('reaches %s as from a queue of its own', async worker => {
    const handler = RARE_WORK[worker] === 'unhurried' ? unhurried : background;
    expect(await delivered(messageFor(worker), handler)).toEqual({ batchItemFailures: [] });
    expect(invoked).toEqual([{ name: `test-workers-${worker}`, event: { Records: [record(JSON.stringify(body))] } }]);
    expect(lines).toEqual([]);
  });

  it.each<[string, string, typeof answer]>([
    ['its worker reports the failure', messageFor('build-export'), () => Promise.resolve(FAILED)],
    ['its worker ends with an error', messageFor('build-export'), () => Promise.reject(new Error('The process died.'))],
    ['the function of its worker is not there', messageFor('discard-file'), () => Promise.resolve({ batchItemFailures: [] })],
  ])('comes again when %s, and the log names worker and company', async (_, message, answers) => {
    answer = answers;
    expect(await delivered(message)).toEqual(FAILED);
    const { worker } = JSON.parse(message) as { worker: string };
    expect(lines).toEqual([expect.objectContaining({ level: 'ERROR', item: 'm-1', worker, companyId: body.companyId })]);
  });

  it.each([
    ['no worker', '{"body":{}}'],
    ['a worker of another queue', messageFor('take-anchor')],
    ['a function that is no worker of a shared queue', '{"worker":"send-email","body":{}}'],
    ['nothing that is JSON', 'none'],
  ])('that names %s invokes no function and fails', async (_, message) => {
    expect(await delivered(message)).toEqual(FAILED);
    expect(invoked).toEqual([]);
  });
});

it('a message waits for as many seconds as its sender says, at least one', () => {
  expect(rareWork('build-export', body)).toEqual({ queue: 'background', body: { worker: 'build-export', body } });
  expect(rareWork('run-reminders', body, 30)).toEqual({
    queue: 'unhurried',
    body: { worker: 'run-reminders', body },
    delaySeconds: 30,
  });
});
