import { QUEUES, type QueueName } from '../shared/http/define-worker.ts';

/** The queues of a stage, for the CDK app and the local runtime alike. */
export interface QueueSettings {
  name: QueueName;
  /** Six times what the consumer may take, as AWS advises for event source mappings. */
  visibilityTimeoutSeconds: number;
  /** Tries before a message goes to the dead-letter queue. */
  maxReceiveCount: number;
  deadLetterQueue: string;
}

export const DEFAULT_WORKER_SECONDS = 30;

const MAX_RECEIVES = 5;

/** @param timeoutSeconds the time limit of each queue's consumer, where it is not the default */
export const queueSettings = (timeoutSeconds: Partial<Record<QueueName, number>> = {}): QueueSettings[] =>
  QUEUES.map(name => ({
    name,
    visibilityTimeoutSeconds: 6 * (timeoutSeconds[name] ?? DEFAULT_WORKER_SECONDS),
    maxReceiveCount: MAX_RECEIVES,
    deadLetterQueue: `${name}-dead-letters`,
  }));
