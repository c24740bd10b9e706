import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SqsEngine, startSqs } from '../../../infra/local/engines/sqs/index.ts';
import { clientConfig, dataFolder, engineInProcess, refusal, turnableClock } from './engines-support.ts';

const QUEUES = [
  { name: 'work', visibilityTimeoutSeconds: 30, maxReceiveCount: 2, dlq: 'work-dead' },
  { name: 'work-dead', visibilityTimeoutSeconds: 30, maxReceiveCount: 1, dlq: null },
];

const root = dataFolder();
const clock = turnableClock();
let dataDir: string;
let engine: SqsEngine;
let client: SQSClient;
let work: string;

const connect = (endpoint: string) => new SQSClient({ ...clientConfig, endpoint });

beforeEach(async () => {
  dataDir = mkdtempSync(join(root, 'case-'));
  await start();
});
afterEach(() => engine.stop());

async function start(): Promise<void> {
  engine = await startSqs({ dataDir, queues: QUEUES });
  client = connect(engine.endpoint);
  work = engine.queueUrl('work');
}

const send = (MessageBody: string, more: { DelaySeconds?: number } = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: work, MessageBody, ...more }));
const receive = async (more: Partial<ReceiveMessageCommandInput> = {}) =>
  (await client.send(new ReceiveMessageCommand({ QueueUrl: work, ...more }))).Messages ?? [];
const bodies = (messages: { Body?: string }[]) => messages.map(({ Body }) => Body);
const depth = (name = 'work') => engine.depths().find(queue => queue.name === name);

describe('messages', () => {
  test('a message is received with its attributes, is hidden while in flight, and is gone once deleted', async () => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: work,
        MessageBody: 'factură €',
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'email' },
          other: { DataType: 'Number', StringValue: '1' },
        },
      }),
    );
    const [message] = await receive({
      MessageAttributeNames: ['kind'],
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    });
    expect(message).toMatchObject({
      Body: 'factură €',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'email' } },
      Attributes: { ApproximateReceiveCount: '1' },
    });
    expect(Object.keys(message?.MessageAttributes ?? {})).toEqual(['kind']);
    expect(await receive()).toEqual([]);
    expect(depth()).toEqual({ name: 'work', visible: 0, inFlight: 1, delayed: 0, dlq: 'work-dead' });

    await client.send(new DeleteMessageCommand({ QueueUrl: work, ReceiptHandle: message?.ReceiptHandle }));
    clock.advance(31);
    expect(await receive()).toEqual([]);
  });

  test('a handle of an earlier receive deletes nothing', async () => {
    await send('again');
    const [first] = await receive();
    clock.advance(31);
    const [second] = await receive();
    await client.send(new DeleteMessageCommand({ QueueUrl: work, ReceiptHandle: first?.ReceiptHandle }));
    expect(depth()).toMatchObject({ inFlight: 1 });
    await client.send(new DeleteMessageCommand({ QueueUrl: work, ReceiptHandle: second?.ReceiptHandle }));
    expect(depth()).toMatchObject({ visible: 0, inFlight: 0 });
  });

  test('a text that no receive has given is no handle, and fails alone in a batch', async () => {
    const garbage = client.send(new DeleteMessageCommand({ QueueUrl: work, ReceiptHandle: 'garbage' }));
    expect((await refusal(garbage)).name).toBe('ReceiptHandleIsInvalid');
    await send('a');
    const [{ ReceiptHandle = '' } = {}] = await receive();
    const Entries = [
      { Id: '1', ReceiptHandle: 'garbage' },
      { Id: '2', ReceiptHandle },
    ];
    const { Failed = [], Successful = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl: work, Entries }));
    expect([Failed.map(({ Id, Code }) => [Id, Code]), Successful.map(({ Id }) => Id)]).toEqual([
      [['1', 'ReceiptHandleIsInvalid']],
      ['2'],
    ]);
  });

  test('a receive without messages answers without the member', async () => {
    expect((await client.send(new ReceiveMessageCommand({ QueueUrl: work }))).Messages).toBeUndefined();
  });

  test('a batch is deleted entry by entry; repeated ids and an empty batch are rejected', async () => {
    for (const body of ['a', 'b', 'c']) await send(body);
    const received = await receive({ MaxNumberOfMessages: 10 });
    expect(bodies(received)).toEqual(['a', 'b', 'c']);
    const handles = received.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const remove = (Entries: typeof handles) => client.send(new DeleteMessageBatchCommand({ QueueUrl: work, Entries }));
    await remove(handles);
    expect(depth()).toMatchObject({ visible: 0, inFlight: 0 });

    expect((await refusal(remove([handles[0]!, handles[0]!]))).name).toBe('BatchEntryIdsNotDistinct');
    expect((await refusal(remove([]))).name).toBe('EmptyBatchRequest');
  });

  test('a message over 1 MiB, or with a character that XML does not allow, is rejected', async () => {
    expect((await refusal(send('x'.repeat(1_048_577)))).status).toBe(400);
    expect((await refusal(send('bell \u0007'))).name).toBe('InvalidMessageContents');
    await send('x'.repeat(1_048_576));
    expect(depth()).toMatchObject({ visible: 1 });
  });

  test('an unknown queue is QueueDoesNotExist', async () => {
    expect((await refusal(client.send(new GetQueueUrlCommand({ QueueName: 'none' })))).name).toBe('QueueDoesNotExist');
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'work' }));
    expect(QueueUrl).toBe(work);
  });

  test('an operation that the engine does not have is rejected by name', async () => {
    expect((await refusal(client.send(new ListQueuesCommand({})))).message).toContain('ListQueues');
  });
});

describe('time is the local clock', () => {
  test('a delayed message counts as delayed and appears when the clock reaches it', async () => {
    await send('later', { DelaySeconds: 600 });
    expect(await receive()).toEqual([]);
    expect(depth()).toMatchObject({ visible: 0, inFlight: 0, delayed: 1 });
    clock.advance(601);
    expect(bodies(await receive())).toEqual(['later']);
  });

  test('a waiting receive gets a message sent meanwhile, and one whose delay ends by the clock', async () => {
    const sent = receive({ WaitTimeSeconds: 5 });
    await send('now');
    const [message] = await sent;
    expect(message?.Body).toBe('now');
    await client.send(new DeleteMessageCommand({ QueueUrl: work, ReceiptHandle: message?.ReceiptHandle }));

    await send('later', { DelaySeconds: 300 });
    const delayed = receive({ WaitTimeSeconds: 5 });
    clock.advance(301);
    expect(bodies(await delayed)).toEqual(['later']);
  });

  test('a receive whose caller has disconnected takes no message', async () => {
    const gone = new AbortController();
    const attempt = client.send(new ReceiveMessageCommand({ QueueUrl: work, WaitTimeSeconds: 20 }), { abortSignal: gone.signal });
    const roundTrip = () => client.send(new GetQueueAttributesCommand({ QueueUrl: work, AttributeNames: ['All'] }));
    await roundTrip();
    gone.abort();
    expect((await refusal(attempt)).name).toBe('AbortError');
    await roundTrip(); // by now the closed connection has been seen
    await send('for another');
    expect(bodies(await receive({ WaitTimeSeconds: 5 }))).toEqual(['for another']);
  });

  test('a visibility timeout of 0 returns the message at once, a longer one keeps it; each entry of a batch has its result', async () => {
    await send('retry me');
    const [message] = await receive();
    const change = async (VisibilityTimeout: number) => {
      const entry = { Id: 'own', ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout };
      const Entries = [entry, { ...entry, Id: 'unknown', ReceiptHandle: 'never given' }];
      const { Successful, Failed } = await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: work, Entries }));
      return [Successful, Failed].map(results => results?.map(({ Id }) => Id));
    };
    expect(await change(600)).toEqual([['own'], ['unknown']]);
    clock.advance(500);
    expect(await receive()).toEqual([]);
    expect(await change(0)).toEqual([['own'], ['unknown']]);
    expect(depth()).toMatchObject({ visible: 1, inFlight: 0 });
    expect(await change(60)).toEqual([[], ['own', 'unknown']]);
    expect(bodies(await receive())).toEqual(['retry me']);
  });

  test('a clock turned back does not change delays', async () => {
    clock.advance(36 * 3600);
    await send('later', { DelaySeconds: 60 });
    clock.advance(-36 * 3600);
    expect(depth()).toMatchObject({ visible: 0, delayed: 1 });
    clock.advance(61);
    expect(depth()).toMatchObject({ visible: 1, delayed: 0 });
  });
});

describe('dead letters', () => {
  const fail = async () => {
    const received = await receive();
    clock.advance(31);
    return received.length;
  };

  test('after maxReceiveCount receives the next one moves the message to the dead-letter queue, where it says its source', async () => {
    await send('poison');
    expect([await fail(), await fail(), await fail()]).toEqual([1, 1, 0]);
    expect(depth()).toMatchObject({ visible: 0, inFlight: 0 });
    const [dead] = await receive({
      QueueUrl: engine.queueUrl('work-dead'),
      MessageSystemAttributeNames: ['All'],
      VisibilityTimeout: 0,
    });
    expect(dead).toMatchObject({
      Body: 'poison',
      Attributes: { DeadLetterQueueSourceArn: expect.stringMatching(/:work$/) as string },
    });
    expect([engine.deadLetters('work'), engine.deadLetters('work-dead')]).toEqual([1, 0]);
  });

  test('the redrive policy is an attribute of the queue', async () => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: work, AttributeNames: ['RedrivePolicy'] }),
    );
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual({
      deadLetterTargetArn: expect.stringMatching(/:work-dead$/) as string,
      maxReceiveCount: 2,
    });
  });

  test('a dead-letter queue that is not defined, and a FIFO name, are errors at the start', async () => {
    const queue = { visibilityTimeoutSeconds: 30, maxReceiveCount: 1, dlq: null };
    await expect(startSqs({ dataDir, queues: [{ ...queue, name: 'a', dlq: 'b' }] })).rejects.toThrow(
      'dead-letter queue b is not defined',
    );
    await expect(startSqs({ dataDir, queues: [{ ...queue, name: 'a.fifo' }] })).rejects.toThrow('FIFO queues are not supported');
  });
});

test('messages survive kill -9: those waiting, and those in flight in the killed process', async () => {
  await engine.stop();
  const process = await engineInProcess('sqs/index.ts', 'startSqs', { dataDir, queues: QUEUES });
  const other = connect(process.endpoint);
  const QueueUrl = `${process.endpoint}/000000000000/work`;
  await other.send(new SendMessageCommand({ QueueUrl, MessageBody: 'in flight' }));
  await other.send(new ReceiveMessageCommand({ QueueUrl }));
  await other.send(new SendMessageCommand({ QueueUrl, MessageBody: 'waiting' }));
  await process.kill();

  await start();
  expect(bodies(await receive({ MaxNumberOfMessages: 10 })).toSorted()).toEqual(['in flight', 'waiting']);
});
