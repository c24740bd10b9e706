/**
 * The queues of a stage, each written once. From an entry follow the queue and its dead-letter queue on a stage and locally, the word
 * of `uses` that allows sending to it, and the environment variable with its URL. To add one: an entry here, and a worker under
 * functions/workers that names it.
 */
interface Queue {
  /** Who puts messages in: functions that declare it, or the topic that the mail service publishes to. */
  sentBy: 'functions' | 'mail-events-topic';
  /** Tries before a message goes to the dead-letter queue. */
  maxReceiveCount: number;
}

export const QUEUES = {
  /** Mails without a document, to be sent. */
  email: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Documents whose files were not made. */
  render: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Companies whose list file may be made again. */
  list: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Mails with a document, to be sent. */
  'document-email': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Daily runs of companies: payment reminders, and notices to members. */
  reminders: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Notices to members, to be sent: apart from `email`, where people wait for what they asked for. */
  'notice-email': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Delivery events of mails with a document. */
  'email-events': { sentBy: 'mail-events-topic', maxReceiveCount: 5 },
  /** Archives to be packed. */
  export: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Files whose record is gone. */
  discard: { sentBy: 'functions', maxReceiveCount: 5 },
  /** Clients whose changes their documents have not taken over. */
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
  /** Deleted companies, to be purged when their time has come. */
  'company-purges': { sentBy: 'functions', maxReceiveCount: 5 },
  /** Committed events, to be made messages of for the company's webhooks. */
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

/** Where messages go that failed `maxReceiveCount` times. */
export const deadLetterQueue = (name: QueueName): string => `${name}-dead-letters`;

/** The environment variable with a queue's URL: `DOCUMENT_EMAIL_QUEUE_URL`. */
export const queueVariable = (name: SendableQueue): string => `${name.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

/** The word of `uses` that allows sending to a queue. */
export type QueueGrant = `${SendableQueue}-queue:send`;
export const queueGrant = (name: SendableQueue): QueueGrant => `${name}-queue:send`;
