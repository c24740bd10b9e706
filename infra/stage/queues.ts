import { QUEUE_NAMES, type QueueName, QUEUES, SHARED_QUEUES } from '#shared/platform/aws/queues.ts';
import type { BackgroundEntry } from '../catalogue.ts';

/** The settings of a queue, for the CDK app and the local runtime. */
export interface QueueSettings {
  name: QueueName;
  /** A multiple of the timeout of the consumer (`timesOf`). */
  visibilityTimeoutSeconds: number;
  /** Receives after which a message goes to the dead-letter queue. */
  maxReceiveCount: number;
}

/** How long queues keep messages, in days. */
export const MESSAGE_DAYS = 4;
/** How long dead letters are kept: the maximum of SQS. */
export const DEAD_LETTER_DAYS = 14;

export const DEFAULT_WORKER_SECONDS = 30;

/**
 * For how many timeouts of its consumer a message stays hidden, and so waits for its next try: six, as the Lambda developer guide recommends
 * for event source mappings, which spend them on batches that Lambda throttles. Two where the timeout is that of the longest of several
 * workers, and most fail early (docs/adr/0037-shared-queues.md).
 */
const timesOf = (name: QueueName): number => (SHARED_QUEUES.some(shared => shared === name) ? 2 : 6);

/** All queues, with visibility timeouts that follow from the timeouts of their consumers. */
export function queuesOf(background: readonly BackgroundEntry[]): QueueSettings[] {
  const seconds = new Map(
    background.flatMap(({ handler: { definition } }) =>
      definition.kind === 'worker' ? [[definition.queue, definition.timeoutSeconds ?? DEFAULT_WORKER_SECONDS] as const] : [],
    ),
  );
  return QUEUE_NAMES.map(name => ({
    name,
    visibilityTimeoutSeconds: timesOf(name) * (seconds.get(name) ?? DEFAULT_WORKER_SECONDS),
    maxReceiveCount: QUEUES[name].maxReceiveCount,
  }));
}
