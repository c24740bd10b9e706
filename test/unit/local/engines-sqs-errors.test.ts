import { ChangeMessageVisibilityBatchCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SqsEngine, startSqs } from '../../../infra/local/engines/sqs/index.ts';
import { clientConfig, dataFolder } from './engines-support.ts';

let engine: SqsEngine;
let work: string;

beforeAll(async () => {
  const queues = [{ name: 'work', visibilityTimeoutSeconds: 30, maxReceiveCount: 2, dlq: null }];
  engine = await startSqs({ dataDir: dataFolder(), queues });
  work = engine.queueUrl('work');
});
afterAll(() => engine.stop());

/** A request as the SDK's types would not let it be sent: status, `__type`, and the name of the older protocol. */
const ask = async (operation: string, input: object | string) => {
  const answer = await fetch(engine.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': `AmazonSQS.${operation}`, 'content-type': 'application/x-amz-json-1.0' },
    body: typeof input === 'string' ? input : JSON.stringify(input),
  });
  const { __type = '' } = (await answer.json()) as { __type?: string };
  return [answer.status, __type, answer.headers.get('x-amzn-query-error')].join(' ');
};
const invalid = '400 com.amazon.coral.service#InvalidParameterValueException InvalidParameterValue;Sender';
const missing = '400 com.amazon.coral.service#MissingRequiredParameterException MissingParameter;Sender';
const malformed = '400 com.amazon.coral.service#SerializationException MalformedInput;Sender';
const ofBatch = (name: string) => `400 com.amazonaws.sqs#${name} AWS.SimpleQueueService.${name};Sender`;
const MessageBody = 'body';
const text = { DataType: 'String', StringValue: 'x' };

test.each<[string, string, object | string, string]>([
  ['no queue', 'SendMessage', { MessageBody }, missing],
  ['no body', 'SendMessage', { QueueUrl: 'work' }, missing],
  ['an empty body', 'SendMessage', { QueueUrl: 'work', MessageBody: '' }, missing],
  ['a body that is no text', 'SendMessage', { QueueUrl: 'work', MessageBody: 1 }, malformed],
  ['no JSON', 'SendMessage', '{', malformed],
  ['too long a delay', 'SendMessage', { QueueUrl: 'work', MessageBody, DelaySeconds: 901 }, invalid],
  ['an oversized body', 'SendMessage', { QueueUrl: 'work', MessageBody: 'x'.repeat(1_048_577) }, invalid],
  [
    'a type that attributes do not have',
    'SendMessage',
    { QueueUrl: 'work', MessageBody, MessageAttributes: { a: { ...text, DataType: 'Text' } } },
    invalid,
  ],
  [
    'an attribute without a value',
    'SendMessage',
    { QueueUrl: 'work', MessageBody, MessageAttributes: { a: { ...text, StringValue: '' } } },
    invalid,
  ],
  [
    'eleven attributes',
    'SendMessage',
    {
      QueueUrl: 'work',
      MessageBody,
      MessageAttributes: Object.fromEntries(Array.from({ length: 11 }, (_, place) => [`a${place}`, text])),
    },
    invalid,
  ],
  ['eleven messages at once', 'ReceiveMessage', { QueueUrl: 'work', MaxNumberOfMessages: 11 }, invalid],
  ['a wait of 21 seconds', 'ReceiveMessage', { QueueUrl: 'work', WaitTimeSeconds: 21 }, invalid],
  ['no handle', 'DeleteMessage', { QueueUrl: 'work' }, missing],
  [
    'a handle of none',
    'DeleteMessage',
    { QueueUrl: 'work', ReceiptHandle: 'x' },
    '404 com.amazonaws.sqs#ReceiptHandleIsInvalid ReceiptHandleIsInvalid;Sender',
  ],
  [
    'a queue that is not there',
    'GetQueueUrl',
    { QueueName: 'none' },
    '400 com.amazonaws.sqs#QueueDoesNotExist AWS.SimpleQueueService.NonExistentQueue;Sender',
  ],
  [
    'an attribute that queues do not have',
    'GetQueueAttributes',
    { QueueUrl: 'work', AttributeNames: ['Depth'] },
    '400 com.amazonaws.sqs#InvalidAttributeName InvalidAttributeName;Sender',
  ],
  [
    'a character outside of XML',
    'SendMessage',
    { QueueUrl: 'work', MessageBody: '\u0007' },
    '400 com.amazonaws.sqs#InvalidMessageContents InvalidMessageContents;Sender',
  ],
  ['another operation', 'TagEverything', {}, '400 com.amazon.coral.service#UnknownOperationException InvalidAction;Sender'],
  ['no entries', 'DeleteMessageBatch', { QueueUrl: 'work', Entries: [] }, ofBatch('EmptyBatchRequest')],
  [
    'eleven entries',
    'DeleteMessageBatch',
    { QueueUrl: 'work', Entries: Array.from({ length: 11 }, (_, place) => ({ Id: `${place}`, ReceiptHandle: 'x' })) },
    ofBatch('TooManyEntriesInBatchRequest'),
  ],
  [
    'an id with a space',
    'DeleteMessageBatch',
    { QueueUrl: 'work', Entries: [{ Id: 'a b', ReceiptHandle: 'x' }] },
    ofBatch('InvalidBatchEntryId'),
  ],
])('%s', async (_, operation, input, expected) => {
  const given = typeof input === 'object' && 'QueueUrl' in input ? { ...input, QueueUrl: work } : input;
  expect(await ask(operation, given)).toBe(expected);
});

test('an entry of a batch that is not as it must be fails alone', async () => {
  const client = new SQSClient({ ...clientConfig, endpoint: engine.endpoint });
  await client.send(new SendMessageCommand({ QueueUrl: work, MessageBody }));
  const { Messages: [{ ReceiptHandle = '' } = {}] = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl: work }));
  const Entries = [
    { Id: 'long', ReceiptHandle, VisibilityTimeout: 43_201 },
    { Id: 'empty', ReceiptHandle: '', VisibilityTimeout: 1 },
    { Id: 'good', ReceiptHandle, VisibilityTimeout: 1 },
  ];
  const answer = await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: work, Entries }));
  expect(answer.Failed?.map(({ Id, Code }) => [Id, Code])).toEqual([
    ['long', 'InvalidParameterValue'],
    ['empty', 'MissingParameter'],
  ]);
  expect(answer.Successful?.map(({ Id }) => Id)).toEqual(['good']);
});
