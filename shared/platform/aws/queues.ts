/**
 * The only list of a stage's queues. Each entry defines the queue on a stage and locally, the grant in `uses` that allows sending to it,
 * and the environment variable with its URL. All have one dead-letter queue. To add a queue, add an entry here and a worker under
 * functions/workers that names it.
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
  /** Companies whose list file may be made again. */
  list: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Mails with a document, to be sent. */
  'document-email': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Daily runs of companies: payment reminders, and notices to members. */
  reminders: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Notices to members, to be sent. Not in `email`, so that they do not delay mails that a person has asked for and waits for. */
  'notice-email': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Delivery events of mails with a document. */
  'email-events': { sentBy: 'mail-events-topic', maxReceiveCount: 5 },
  /** Archives to be packed. */
  export: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Files whose record is gone. */
  discard: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Clients whose changes are not yet copied to their documents. */
  'client-changes': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Conversions of many delivery notes that were not finished. */
  conversion: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Documents whose planned submission is due. */
  'planned-submissions': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Templates of recurring invoices whose date has come. */
  'recurring-invoices': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Runs of companies' synchronization with the tax authority. */
  'inbound-sync': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Answers to suppliers of received documents, to be sent to the tax authority. */
  'buyer-answers': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Deleted companies, to be purged when they are due. */
  'company-purges': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Companies whose hash chains are to be anchored for a day. */
  anchors: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Committed events, from which messages for the company's webhooks are made. */
  'webhook-events': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Attempts to deliver a message to a webhook. */
  webhooks: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Webhooks whose deliveries are to be discarded with them. */
  'webhook-removals': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Messages to be delivered to a webhook once more, by hand. */
  'webhook-replays': { sentBy: 'functions', maxReceiveCount: 5 },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof QUEUES;

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

/** The environment variable with a queue's URL, for example `DOCUMENT_EMAIL_QUEUE_URL`. */
export const queueVariable = (name: SendableQueue): string => `${name.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

/** The grant in `uses` that allows sending to a queue. */
export type QueueGrant = `${SendableQueue}-queue:send`;
export const queueGrant = (name: SendableQueue): QueueGrant => `${name}-queue:send`;
