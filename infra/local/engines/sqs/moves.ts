import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '../http.ts';
import type { SqsStore } from './store.ts';

/** Tasks of SQS that move the messages of a dead-letter queue (SQS API, StartMessageMoveTask and ListMessageMoveTasks). */

export const START_MOVE = z.object({
  SourceArn: z.string(),
  DestinationArn: z.string().optional(),
  MaxNumberOfMessagesPerSecond: z.int().min(1).max(500).optional(),
});
export const LIST_MOVES = z.object({ SourceArn: z.string(), MaxResults: z.int().min(1).max(10).default(1) });

interface Task {
  TaskHandle: string;
  Status: 'RUNNING' | 'COMPLETED';
  SourceArn: string;
  DestinationArn: string | undefined;
  MaxNumberOfMessagesPerSecond: number | undefined;
  ApproximateNumberOfMessagesMoved: number;
  ApproximateNumberOfMessagesToMove: number;
  StartedTimestamp: number;
}

/** The messages to move per second if the caller sets no rate. */
const ALL = 1_000_000;

/** @param wake wakes the receives that wait for messages */
export function messageMoves(store: SqsStore, wake: () => void) {
  /** Tasks by source queue, newest first. */
  const tasks = new Map<string, Task[]>();
  const timers = new Set<NodeJS.Timeout>();

  const queueAt = (arn: string): string => {
    const queue = store.queue(arn.split(':').at(-1) ?? '');
    if (!queue) throw new AwsError('ResourceNotFoundException', 400, `There is no queue ${arn}.`);
    return queue.name;
  };
  const deadLettersAt = (arn: string): string => {
    const name = queueAt(arn);
    if (!store.queues().some(({ dlq }) => dlq === name))
      throw new AwsError('InvalidParameterValue', 400, 'Source queue must be configured as a Dead Letter Queue.');
    return name;
  };

  /** Moves the messages of one second. */
  const step = (task: Task, source: string, destination: string | null): void => {
    const most = task.MaxNumberOfMessagesPerSecond ?? ALL;
    const moved = store.redrive(source, destination, most);
    task.ApproximateNumberOfMessagesMoved += moved;
    if (moved < most) task.Status = 'COMPLETED';
    wake();
  };

  return {
    start(input: z.output<typeof START_MOVE>) {
      const source = deadLettersAt(input.SourceArn);
      const destination = input.DestinationArn === undefined ? null : queueAt(input.DestinationArn);
      const earlier = tasks.get(source) ?? [];
      if (earlier.some(({ Status }) => Status === 'RUNNING'))
        throw new AwsError(
          'UnsupportedOperation',
          400,
          'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
        );
      const found = store.queue(source);
      const task: Task = {
        TaskHandle: Buffer.from(randomUUID()).toString('base64'),
        Status: 'RUNNING',
        SourceArn: input.SourceArn,
        DestinationArn: input.DestinationArn,
        MaxNumberOfMessagesPerSecond: input.MaxNumberOfMessagesPerSecond,
        ApproximateNumberOfMessagesMoved: 0,
        ApproximateNumberOfMessagesToMove: found ? store.depth(found).visible : 0,
        StartedTimestamp: Date.now(),
      };
      tasks.set(source, [task, ...earlier]);
      step(task, source, destination);
      if (task.Status === 'RUNNING') {
        const timer = setInterval(() => {
          step(task, source, destination);
          if (task.Status === 'RUNNING') return;
          clearInterval(timer);
          timers.delete(timer);
        }, 1000);
        timers.add(timer);
      }
      return { TaskHandle: task.TaskHandle };
    },

    /** SQS only returns the handle of running tasks. */
    list: ({ SourceArn, MaxResults }: z.output<typeof LIST_MOVES>) => ({
      Results: (tasks.get(deadLettersAt(SourceArn)) ?? [])
        .slice(0, MaxResults)
        .map(({ TaskHandle, ...task }) => ({ ...task, ...(task.Status === 'RUNNING' && { TaskHandle }) })),
    }),

    stop: (): void => timers.forEach(timer => clearInterval(timer)),
  };
}
