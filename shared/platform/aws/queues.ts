/**
 * The only list of a stage's queues. Each entry defines the queue on a stage and locally, the grant in `uses` that allows sending to it,
 * and the environment variable with its URL. All have one dead-letter queue. To add a queue, add an entry here and a worker under
 * functions/workers that names it; a worker of rare work needs an entry in `RARE_WORK` instead.
 */
interface Queue {
  /** The sender of its messages: functions that declare the queue in `uses`, or the SNS topic that SES publishes to. */
  sentBy: 'functions' | 'mail-events-topic';
  /** Deliveries of a message before SQS moves it to the dead-letter queue. */
  maxReceiveCount: number;
}

export const QUEUES = {
  /** Mails without a document, to be sent. */
  email: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Mails with a document, to be sent. */
  'document-email': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Delivery events of mails with a document. */
  'email-events': { sentBy: 'mail-events-topic', maxReceiveCount: 5 },
  /** Documents whose planned submission is due. */
  'planned-submissions': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Templates of recurring invoices whose date has come. */
  'recurring-invoices': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Runs of companies' synchronization with the tax authority. */
  'inbound-sync': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Committed events, from which messages for the company's webhooks are made. */
  'webhook-events': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Attempts to deliver a message to a webhook. */
  webhooks: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Rare work that a person has asked for, or that the sweep has found (RARE_WORK). */
  background: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Rare work for which nobody waits, most of it due for all companies at about the same time (RARE_WORK). */
  unhurried: { sentBy: 'functions', maxReceiveCount: 5 },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof QUEUES;

/**
 * The workers without a queue of their own, and the queue that they share: Lambda polls each queue all the time, and theirs would be empty
 * for days (docs/adr/0037-shared-queues.md). A message names its worker (`rareWork`); the function that reads the queue invokes it.
 */
export const RARE_WORK = {
  'build-export': 'background',
  'complete-conversion': 'background',
  'discard-file': 'background',
  'discard-webhook-deliveries': 'background',
  'propagate-client-change': 'background',
  'replay-webhook': 'background',
  'send-buyer-answer': 'background',
  'audit-sample': 'unhurried',
  'compact-list': 'unhurried',
  'notify-retention': 'unhurried',
  'purge-company': 'unhurried',
  'purge-retained': 'unhurried',
  'run-reminders': 'unhurried',
  'send-notice-email': 'unhurried',
  'take-anchor': 'unhurried',
} as const satisfies Record<string, QueueName>;

export type RareWorker = keyof typeof RARE_WORK;
export type SharedQueue = (typeof RARE_WORK)[RareWorker];

export const RARE_WORKERS = Object.keys(RARE_WORK) as RareWorker[];

export const SHARED_QUEUES: readonly SharedQueue[] = [...new Set(Object.values(RARE_WORK))];

/** The workers that share a queue. */
export const workersOf = (queue: QueueName): RareWorker[] => RARE_WORKERS.filter(worker => RARE_WORK[worker] === queue);

/** The queues that functions send to. */
export type SendableQueue = {
  [Name in QueueName]: (typeof QUEUES)[Name]['sentBy'] extends 'functions' ? Name : never;
}[QueueName];

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

export const SENDABLE_QUEUES = QUEUE_NAMES.filter((name): name is SendableQueue => QUEUES[name].sentBy === 'functions');

/**
 * The name of the dead-letter queue, which holds the messages of all queues that failed `maxReceiveCount` times. Each says which queue it
 * came from (`DeadLetterQueueSourceArn`).
 */
export const DEAD_LETTERS = 'dead-letters';

export interface QueueMessage {
  queue: SendableQueue;
  /** The content of the message, sent as JSON; its shape is set by the queue's worker. */
  body: object;
  /** Seconds until it is delivered; at most 900. */
  delaySeconds?: number;
}

/** The content of a message in a queue that several workers share. */
export interface RareWork {
  worker: RareWorker;
  /** What the worker gets; its shape is set by the worker. */
  body: object;
}

/** The message that has a worker without a queue of its own do something, in the queue that it shares with others. */
export const rareWork = (worker: RareWorker, body: object, delaySeconds = 0): QueueMessage => ({
  queue: RARE_WORK[worker],
  body: { worker, body } satisfies RareWork,
  ...(delaySeconds > 0 && { delaySeconds }),
});

/** The environment variable with a queue's URL, for example `DOCUMENT_EMAIL_QUEUE_URL`. */
export const queueVariable = (name: SendableQueue): string => `${name.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

/** The grant in `uses` that allows invoking the workers that share a queue. */
export type WorkersGrant = `${SharedQueue}-workers:invoke`;
export const workersGrant = (queue: SharedQueue): WorkersGrant => `${queue}-workers:invoke`;

/** The grant in `uses` that allows sending to a queue. */
export type QueueGrant = `${SendableQueue}-queue:send`;
export const queueGrant = (name: SendableQueue): QueueGrant => `${name}-queue:send`;
