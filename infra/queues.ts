import { QUEUES, type QueueName } from '../shared/lambda/worker/define-worker.ts';
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

const MAX_RECEIVES = 5;

/** The queues, with the time that their consumers take into account. */
export function queuesOf(background: readonly BackgroundEntry[]): QueueSettings[] {
  const seconds = new Map(
    background.flatMap(({ handler: { definition } }) =>
      definition.kind === 'worker' ? [[definition.queue, definition.timeoutSeconds ?? DEFAULT_WORKER_SECONDS] as const] : [],
    ),
  );
  return QUEUES.map(name => ({
    name,
    visibilityTimeoutSeconds: 6 * (seconds.get(name) ?? DEFAULT_WORKER_SECONDS),
    maxReceiveCount: MAX_RECEIVES,
    deadLetterQueue: `${name}-dead-letters`,
  }));
}
