import { QUEUE_NAMES, type QueueName, QUEUES } from '#shared/platform/aws/queues.ts';
import type { BackgroundEntry } from '../catalogue.ts';

/** The settings of a queue, for the CDK app and the local runtime. */
export interface QueueSettings {
  name: QueueName;
  /** Six times the timeout of the consumer, as the Lambda developer guide recommends for event source mappings. */
  visibilityTimeoutSeconds: number;
  /** Receives after which a message goes to the dead-letter queue. */
  maxReceiveCount: number;
}

export const DEFAULT_WORKER_SECONDS = 30;

/** All queues, with visibility timeouts that follow from the timeouts of their consumers. */
export function queuesOf(background: readonly BackgroundEntry[]): QueueSettings[] {
  const seconds = new Map(
    background.flatMap(({ handler: { definition } }) =>
      definition.kind === 'worker' ? [[definition.queue, definition.timeoutSeconds ?? DEFAULT_WORKER_SECONDS] as const] : [],
    ),
  );
  return QUEUE_NAMES.map(name => ({
    name,
    visibilityTimeoutSeconds: 6 * (seconds.get(name) ?? DEFAULT_WORKER_SECONDS),
    maxReceiveCount: QUEUES[name].maxReceiveCount,
  }));
}
