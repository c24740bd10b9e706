import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import type { BackgroundEntry } from '../../catalogue.ts';
import { type EventSource, eventSourceOf } from '../../stage/event-sources.ts';
import type { SqsEngine } from '../engines/sqs/index.ts';

/** Options of the pollers, which deliver messages of queues to functions of kind `worker`, like Lambda's event source mappings. */
export interface QueuePollersOptions {
  sqs: SqsEngine;
  entries: readonly BackgroundEntry[];
  /** The event source mapping of a function; by default that of a stage with a lower concurrency. */
  sourceOf?: ((entry: BackgroundEntry) => EventSource | undefined) | undefined;
  /** Whether each message that a function has processed is delivered to it once more: SQS delivers "at least once". */
  twice?: boolean;
  invoke(entry: BackgroundEntry, event: unknown): Promise<unknown>;
  onError: (message: string, error: unknown) => void;
}

export interface QueuePollers {
  /** Whether no message can be delivered now. A failed message that waits for its visibility timeout does not count. */
  quiet(): boolean;
  /** Stops polling, and waits for running functions. */
  stop(): Promise<void>;
}

/** Concurrent batches of one queue, unless its worker sets a number: one machine does not scale like Lambda. */
const LOCAL_CONCURRENCY = 4;
const WAIT_SECONDS = 20;

export function startQueuePollers({ sqs, entries, sourceOf, twice, invoke, onError }: QueuePollersOptions): QueuePollers {
  const client = new SQSClient({
    region: 'local',
    endpoint: sqs.endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    useQueueUrlAsEndpoint: false,
  });
  const stop = new AbortController();
  /** Ids of failed messages by queue; they are invisible until their visibility timeout ends. */
  const failed = new Map<string, Set<string>>();
  /** Number of received messages by queue. The engine hides a message before its response arrives here: until then it is in transit. */
  const arrived = new Map<string, number>();

  const poll = async (entry: BackgroundEntry): Promise<void> => {
    const { definition } = entry.handler;
    if (definition.kind !== 'worker') throw new Error(`${entry.name} has no queue.`);
    const given = sourceOf?.(entry);
    const source = given ?? eventSourceOf(definition);
    if (!source || source.filters) throw new Error(`${entry.name} cannot be fed: its event source is none of a queue.`);
    const concurrency = given ? (given.maximumConcurrency ?? Infinity) : (definition.maximumConcurrency ?? LOCAL_CONCURRENCY);
    const url = sqs.queueUrl(definition.queue);
    const waiting = new Set<string>();
    failed.set(definition.queue, waiting);
    const running = new Set<Promise<void>>();
    const request = {
      QueueUrl: url,
      MaxNumberOfMessages: Math.min(10, source.batchSize),
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ['All' as const],
      MessageAttributeNames: ['All'],
    };
    while (!stop.signal.aborted) {
      try {
        const { Messages = [] } = await client.send(new ReceiveMessageCommand(request), { abortSignal: stop.signal });
        if (Messages.length === 0) continue;
        arrived.set(definition.queue, (arrived.get(definition.queue) ?? 0) + Messages.length);
        Messages.forEach(message => waiting.delete(message.MessageId ?? ''));
        const batch = handle({ entry, url, source }, Messages, waiting).finally(() => running.delete(batch));
        running.add(batch);
        if (running.size >= concurrency) await Promise.race(running);
      } catch (error) {
        if (stop.signal.aborted) break;
        onError(`Queue ${definition.queue} could not be read`, error);
        await new Promise(resolve => setTimeout(resolve, 500));
      }
    }
    await Promise.all(running);
  };

  interface Fed {
    entry: BackgroundEntry;
    url: string;
    source: EventSource;
  }

  const handle = async (fed: Fed, messages: Message[], waiting: Set<string>): Promise<void> => {
    const { entry, url } = fed;
    const failures = await failuresOf(fed, messages);
    const copies = twice ? messages.filter(({ MessageId = '' }) => !failures.has(MessageId)).map(receivedAgain) : [];
    if (copies.length > 0) for (const id of await failuresOf(fed, copies)) failures.add(id);
    messages.forEach(({ MessageId = '' }) => failures.has(MessageId) && waiting.add(MessageId));
    const done = messages.filter(({ MessageId = '' }) => !failures.has(MessageId));
    if (done.length === 0) return;
    const Entries = done.map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle }));
    await client
      .send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }))
      .catch((error: unknown) => onError(`Messages of ${entry.name} could not be deleted`, error));
  };

  const failuresOf = async ({ entry, url, source }: Fed, messages: Message[]): Promise<Set<string>> => {
    const all = new Set(messages.map(message => message.MessageId ?? ''));
    try {
      const event = { Records: messages.map(message => lambdaMessage(message, url)) };
      const answer = (await invoke(entry, event)) as SQSBatchResponse | undefined;
      if (!source.reportsItemFailures) return new Set();
      const named = new Set(answer?.batchItemFailures.map(failure => failure.itemIdentifier));
      return [...named].every(id => all.has(id)) ? named : all;
    } catch (error) {
      onError(`${entry.name} failed on ${messages.length} messages`, error);
      return all;
    }
  };

  const loops = entries.map(poll);
  return {
    quiet: () =>
      sqs.depths().every(({ name, visible, inFlight }) => {
        const waiting = failed.get(name);
        const isOnItsWay = sqs.received(name) > (arrived.get(name) ?? 0);
        return !waiting || (visible === 0 && inFlight <= waiting.size && !isOnItsWay);
      }),
    async stop() {
      stop.abort();
      await Promise.all(loops);
      client.destroy();
    },
  };
}

/** A message as it is at its next receive. */
const receivedAgain = (message: Message): Message => {
  const { ApproximateReceiveCount = '1' } = message.Attributes ?? {};
  return {
    ...message,
    Attributes: { ...message.Attributes, ApproximateReceiveCount: String(Number(ApproximateReceiveCount) + 1) },
  };
};

/** A message in the format of Lambda's SQS events. */
const lambdaMessage = (message: Message, queueUrl: string): unknown => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, StringValue }]) => [
      name,
      { dataType: DataType, stringValue: StringValue, stringListValues: [], binaryListValues: [] },
    ]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:local:000000000000:${queueUrl.split('/').at(-1)}`,
  awsRegion: 'local',
});
