import {
  ChangeMessageVisibilityBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { sqs } from '#shared/platform/aws/sqs.ts';
import { subjectsOf } from './subjects.ts';

/** Reads the dead-letter queue, in which the messages of all queues are. */

export interface QueueAt {
  url: string;
  /** Approximate number of messages, including those in flight. */
  messages: number;
}

/** @throws QueueDoesNotExist when there is no queue of that name */
export async function queueAt(name: string): Promise<QueueAt> {
  const { QueueUrl: url = '' } = await sqs().send(new GetQueueUrlCommand({ QueueName: name }));
  const { Attributes: all = {} } = await sqs().send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return { url, messages: Number(all['ApproximateNumberOfMessages']) + Number(all['ApproximateNumberOfMessagesNotVisible']) };
}

/** Visibility timeout of received messages in seconds: if this process dies before it releases them, they reappear after that. */
const HELD_SECONDS = 120;
/** The most that SQS takes and returns at once. */
const BATCH = 10;

/**
 * Receives the messages of a queue, each once, in batches, until there are no others. SQS cannot select: a caller who needs those of one queue has
 * to receive all of them. Messages stay hidden until they are deleted, released, or `HELD_SECONDS` have passed.
 */
export async function* received({ url }: QueueAt): AsyncGenerator<Message[]> {
  const seen = new Set<string | undefined>();
  for (;;) {
    const { Messages: messages = [] } = await sqs().send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: BATCH,
        VisibilityTimeout: HELD_SECONDS,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['SentTimestamp', 'DeadLetterQueueSourceArn'],
      }),
    );
    const fresh = messages.filter(({ MessageId }) => !seen.has(MessageId));
    if (fresh.length === 0) return;
    for (const { MessageId } of fresh) seen.add(MessageId);
    yield fresh;
  }
}

/** Makes received messages visible again. */
export async function release({ url }: QueueAt, messages: readonly Message[]): Promise<void> {
  for (let first = 0; first < messages.length; first += BATCH) {
    const Entries = messages
      .slice(first, first + BATCH)
      .map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle, VisibilityTimeout: 0 }));
    await sqs().send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
  }
}

/** The name of the queue that a dead letter came from; undefined when it was sent to the dead-letter queue by hand. */
export const sourceOf = ({ Attributes }: Message): string | undefined => Attributes?.DeadLetterQueueSourceArn?.split(':').at(-1);

/** Dead letters that are moved together: those of a queue, or of one of the workers that share it. */
export interface Source {
  /** The name of the queue. */
  name: string;
  worker?: string | undefined;
}

/** Whether a dead letter is from there. */
export const isFrom = (message: Message, { name, worker }: Source): boolean =>
  sourceOf(message) === name && (worker === undefined || workerOf(message) === worker);

/** The worker that a message of a shared queue names (`rareWork` in shared/platform/aws/queues.ts). */
function workerOf({ Body = '' }: Message): unknown {
  try {
    return (JSON.parse(Body) as { worker?: unknown }).worker;
  } catch {
    return undefined;
  }
}

/** The most messages that are read before anything is moved. */
const SURVEYED = 1_000;

/** The messages of a queue, at most some 1,000 of them, all visible again. */
export async function survey(queue: QueueAt): Promise<Message[]> {
  if (queue.messages === 0) return [];
  const found: Message[] = [];
  try {
    for await (const messages of received(queue)) {
      found.push(...messages);
      if (found.length >= SURVEYED) break;
    }
  } finally {
    await release(queue, found);
  }
  return found;
}

/** A message as a line: its id, time of sending, and the ids in it (subjects.ts). */
export function lineOf({ MessageId, Attributes, Body = '' }: Message): string {
  const sentAt = new Date(Number(Attributes?.SentTimestamp)).toISOString();
  return `${MessageId}  sent ${sentAt}  ${subjectsOf(Body)}`;
}
