import { createHash } from 'node:crypto';
import * as z from 'zod';
import { serveJsonService } from '../aws-json.ts';
import { AwsError, type Engine } from '../http.ts';
import { entries, inBatch } from './batch.ts';
import { attributes, checkAttributeNames, checkContent, handleIn, MAX_MESSAGE_BYTES } from './checks.ts';
import { presentSqsError, sqsOperation as operation } from './errors.ts';
import { openSqsStore, type QueueDefinition, type QueueDepth, type StoredMessage } from './store.ts';

export type { QueueDefinition, QueueDepth } from './store.ts';

export interface SqsOptions {
  /** Stores messages in its file `sqs/messages.db`. */
  dataDir: string;
  queues: QueueDefinition[];
}

export interface SqsEngine extends Engine {
  queueUrl(name: string): string;
  /** Adds a message to a queue, for other services that deliver to queues. */
  deliver(name: string, body: string): void;
  /** The queues in the order of their definitions. */
  depths(): QueueDepth[];
  /** Number of messages of a queue that are in its dead-letter queue. */
  deadLetters(name: string): number;
  /** For how many seconds the oldest message has been in a queue; 0 when it is empty. */
  secondsOfOldest(name: string): number;
  /** Number of messages received from a queue since the engine started; a message counts once per receive. */
  received(name: string): number;
}

const ACCOUNT = '000000000000';
/** Milliseconds between two checks for visible messages by a waiting receive: setting the local clock can make some visible. */
const CHECK_INTERVAL_MS = 50;

const queueUrl = z.string();
/** A whole number, with what SQS says of others. */
const whole = (min: number, max: number) => {
  const error = `Must be >= ${min} and <= ${max}, if provided`;
  return z.int().min(min, { error }).max(max, { error });
};
const message = z.object({
  QueueUrl: queueUrl,
  MessageBody: z.string().min(1),
  DelaySeconds: whole(0, 900).optional(),
  MessageAttributes: attributes,
});
const receipt = z.object({ ReceiptHandle: z.string().min(1) });
const visibility = z.object({ ...receipt.shape, VisibilityTimeout: whole(0, 43_200) });
const batch = z.object({ QueueUrl: queueUrl, Entries: entries });
const names = z.array(z.string()).default([]);

/**
 * SQS on one machine (JSON 1.0 protocol): standard queues with delays, visibility timeouts, retention, long polling and dead-letter
 * queues. Delays, visibility timeouts and retention follow the local clock, waits of long polls the real one. Messages survive a
 * restart.
 */
export async function startSqs(options: SqsOptions): Promise<SqsEngine> {
  checkDefinitions(options.queues);
  const store = openSqsStore(options.dataDir, options.queues);
  /** Messages taken by receives, by queue: the source of `received`. */
  const taken = new Map<string, number>();
  const waiting = new Set<() => void>();
  const wake = () => waiting.forEach(look => look());
  const ticks = setInterval(wake, CHECK_INTERVAL_MS);

  const urlOf = (name: string) => `${engine.endpoint}/${ACCOUNT}/${name}`;
  const queueAt = (url: string) => named(url.split('/').at(-1) ?? '');
  const named = (name: string) => {
    const queue = store.queue(name);
    if (!queue) throw new AwsError('QueueDoesNotExist', 400, `The specified queue does not exist: ${name}.`);
    return queue;
  };

  /** Resolves when the queue has a visible message, the wait time ends, or the caller disconnects. */
  const somethingIn = (name: string, seconds: number, signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(look);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const look = () => store.hasVisible(name) && done();
      const timer = setTimeout(done, seconds * 1000);
      waiting.add(look);
      signal.addEventListener('abort', done);
    });

  const send = (queue: QueueDefinition, body: string, messageAttributes: object, delaySeconds = queue.delaySeconds ?? 0) => {
    const id = store.send(queue.name, body, messageAttributes, delaySeconds);
    wake();
    return { MessageId: id, MD5OfMessageBody: md5(body) };
  };

  const changeVisibility = (queue: QueueDefinition, handle: string, seconds: number) => {
    if (!store.hide(queue.name, handle, seconds)) {
      throw new AwsError('MessageNotInflight', 400, 'The specified message is not in flight.');
    }
    wake();
  };

  const operations = {
    GetQueueUrl: operation(z.object({ QueueName: z.string() }), input => ({ QueueUrl: urlOf(named(input.QueueName).name) })),
    GetQueueAttributes: operation(z.object({ QueueUrl: queueUrl, AttributeNames: names }), input => {
      checkAttributeNames(input.AttributeNames);
      const all = queueAttributes(queueAt(input.QueueUrl), store.depth(queueAt(input.QueueUrl)));
      const wanted = Object.entries(all).filter(([name]) =>
        input.AttributeNames.some(asked => asked === 'All' || asked === name),
      );
      return { Attributes: Object.fromEntries(wanted) };
    }),
    SendMessage: operation(message, ({ QueueUrl, MessageBody, MessageAttributes, DelaySeconds }) => {
      checkContent(MessageBody, MessageAttributes);
      return send(queueAt(QueueUrl), MessageBody, MessageAttributes, DelaySeconds);
    }),
    ReceiveMessage: operation(
      z.object({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: whole(1, 10).default(1),
        VisibilityTimeout: whole(0, 43_200).optional(),
        WaitTimeSeconds: whole(0, 20).default(0),
        MessageAttributeNames: names,
        MessageSystemAttributeNames: names,
      }),
      async (input, signal) => {
        const queue = queueAt(input.QueueUrl);
        const take = () => {
          const seconds = input.VisibilityTimeout ?? queue.visibilityTimeoutSeconds;
          const messages = store.receive(queue, input.MaxNumberOfMessages, seconds);
          taken.set(queue.name, (taken.get(queue.name) ?? 0) + messages.length);
          return messages;
        };
        let received = take();
        const deadline = performance.now() + input.WaitTimeSeconds * 1000;
        // Another receive may have taken the message, or it went to the dead-letter queue: keep waiting.
        while (received.length === 0 && performance.now() < deadline) {
          await somethingIn(queue.name, (deadline - performance.now()) / 1000, signal);
          if (signal.aborted) return {};
          received = take();
        }
        const { MessageAttributeNames: own, MessageSystemAttributeNames: system } = input;
        // Without a message the answer has no member, as on AWS.
        return received.length === 0 ? {} : { Messages: received.map(one => present(one, own, system)) };
      },
    ),
    DeleteMessage: operation(z.object({ QueueUrl: queueUrl, ...receipt.shape }), input =>
      store.remove(queueAt(input.QueueUrl).name, handleIn(input)),
    ),
    DeleteMessageBatch: operation(batch, ({ QueueUrl, Entries }) => {
      const queue = queueAt(QueueUrl);
      return inBatch(Entries, receipt, entry => store.remove(queue.name, handleIn(entry)));
    }),
    ChangeMessageVisibilityBatch: operation(batch, ({ QueueUrl, Entries }) => {
      const queue = queueAt(QueueUrl);
      return inBatch(Entries, visibility, entry => changeVisibility(queue, handleIn(entry), entry.VisibilityTimeout));
    }),
  };

  const engine = await serveJsonService({
    target: 'AmazonSQS',
    version: '1.0',
    bodyLimit: 8 * MAX_MESSAGE_BYTES,
    operations,
    present: presentSqsError,
  });
  return {
    endpoint: engine.endpoint,
    queueUrl: name => urlOf(named(name).name),
    deliver: (name, body) => void send(named(name), body, {}),
    depths: () => store.queues().map(store.depth),
    deadLetters: name => store.deadLetters(named(name).name),
    secondsOfOldest: name => store.secondsOfOldest(named(name).name),
    received: name => taken.get(name) ?? 0,
    async stop() {
      clearInterval(ticks);
      await engine.stop();
      store.close();
    },
  };
}

function checkDefinitions(queues: QueueDefinition[]): void {
  const known = new Set(queues.map(queue => queue.name));
  for (const { name, dlq } of queues) {
    if (!/^[\w-]{1,80}$/.test(name))
      throw new Error(`Queue name '${name}': 1-80 letters, digits, - or _ (FIFO queues are not supported).`);
    if (dlq !== null && !known.has(dlq)) throw new Error(`Queue ${name}: its dead-letter queue ${dlq} is not defined.`);
  }
}

const arnOf = (name: string): string => `arn:aws:sqs:eu-central-1:${ACCOUNT}:${name}`;

const queueAttributes = (queue: QueueDefinition, depth: QueueDepth): Record<string, string> => ({
  QueueArn: arnOf(queue.name),
  ApproximateNumberOfMessages: String(depth.visible),
  ApproximateNumberOfMessagesNotVisible: String(depth.inFlight),
  ApproximateNumberOfMessagesDelayed: String(depth.delayed),
  VisibilityTimeout: String(queue.visibilityTimeoutSeconds),
  MaximumMessageSize: String(MAX_MESSAGE_BYTES),
  DelaySeconds: String(queue.delaySeconds ?? 0),
  ...(queue.retentionSeconds !== undefined && { MessageRetentionPeriod: String(queue.retentionSeconds) }),
  ...(queue.dlq && {
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf(queue.dlq), maxReceiveCount: queue.maxReceiveCount }),
  }),
});

function present(stored: StoredMessage, attributeNames: string[], systemNames: string[]) {
  const wanted = (name: string) =>
    attributeNames.some(
      asked => asked === 'All' || asked === name || (asked.endsWith('.*') && name.startsWith(asked.slice(0, -2))),
    );
  const attributes = Object.entries(JSON.parse(stored.attributes) as Record<string, object>).filter(([name]) => wanted(name));
  const system = Object.entries({
    SenderId: ACCOUNT,
    SentTimestamp: String(stored.sentAt),
    ApproximateReceiveCount: String(stored.receives),
    ApproximateFirstReceiveTimestamp: String(stored.firstReceivedAt),
    ...(stored.source && { DeadLetterQueueSourceArn: arnOf(stored.source) }),
  }).filter(([name]) => systemNames.some(asked => asked === 'All' || asked === name));
  return {
    MessageId: stored.id,
    ReceiptHandle: stored.receipt,
    Body: stored.body,
    MD5OfBody: md5(stored.body),
    ...(system.length > 0 && { Attributes: Object.fromEntries(system) }),
    ...(attributes.length > 0 && { MessageAttributes: Object.fromEntries(attributes) }),
  };
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
