import { deadLetterQueue, QUEUE_NAMES, type QueueName, QUEUES } from '../shared/aws/queues.ts';
import type { BackgroundEntry } from './catalogue.ts';

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

/** The queues, with the time that their consumers take into account. */
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
    deadLetterQueue: deadLetterQueue(name),
  }));
}
