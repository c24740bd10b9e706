import type {
  Context as LambdaContext,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type * as z from 'zod';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { QueueName } from '../../aws/queues.ts';
import type { Grant } from '../grants.ts';
import { log } from '../../kernel/log.ts';
import { withinTimeLimit } from '../time-limit.ts';

/** Functions that no caller waits for: queue and stream consumers, steps of state machines, timed triggers. */

interface Common {
  summary: string;
  uses: Grant[];
  memory?: number;
  timeoutSeconds?: number;
}

export interface WorkerDefinition<Message = unknown> extends Common {
  queue: QueueName;
  message: z.ZodType<Message>;
  /** A message that is this text and not JSON: one that the sending service itself puts into the queue, and no work. */
  notice?: string;
  batchSize?: number;
}

/**
 * A queue consumer. Messages of a batch are handled side by side; those that fail go back to the queue alone (partial batch
 * response) and after `maxReceiveCount` tries to the dead-letter queue. `run` must be idempotent: delivery is at least once.
 */
export function defineWorker<Message>(definition: WorkerDefinition<Message>, run: (message: Message) => Promise<void>) {
  const handle = async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(
      event.Records.map(async ({ body }) => {
        if (body !== definition.notice) await run(definition.message.parse(JSON.parse(body)));
      }),
    );
    return {
      batchItemFailures: failures(
        outcomes,
        event.Records.map(record => record.messageId),
        definition.summary,
      ),
    };
  };
  return backgroundFunction({ ...definition, kind: 'worker' as const }, handle);
}

/** A changed item of the table. */
export interface Change {
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

export interface StreamDefinition extends Common {
  /** Kinds of items whose changes are delivered: the filter of the event source mapping. */
  kinds: string[];
}

/** A consumer of the table's stream. A failing record is reported, and the batch is delivered again from it on. */
export function defineStreamWorker(definition: StreamDefinition, run: (change: Change) => Promise<void>) {
  const image = (item: unknown): Record<string, unknown> | undefined =>
    item ? (unmarshall(item as Parameters<typeof unmarshall>[0]) as Record<string, unknown>) : undefined;
  const handle = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const outcomes = await Promise.allSettled(
      event.Records.map(async record =>
        run({ before: image(record.dynamodb?.OldImage), after: image(record.dynamodb?.NewImage) }),
      ),
    );
    const ids = event.Records.map(record => record.dynamodb?.SequenceNumber ?? '');
    // A stream goes on from the first failure; what stood behind it is delivered again and must be idempotent.
    return { batchItemFailures: failures(outcomes, ids, definition.summary).slice(0, 1) };
  };
  return backgroundFunction({ ...definition, kind: 'stream' as const }, handle);
}

function failures(outcomes: PromiseSettledResult<void>[], ids: string[], what: string): { itemIdentifier: string }[] {
  return outcomes.flatMap((outcome, place) => {
    if (outcome.status === 'fulfilled') return [];
    log.error(`${what} failed`, outcome.reason, { item: ids[place] });
    return [{ itemIdentifier: ids[place] ?? '' }];
  });
}

export interface TaskDefinition<Input = unknown> extends Common {
  input: z.ZodType<Input>;
}

/** A step of a state machine, or a function that others invoke. Errors keep their `name`: Retry and Catch match on it. */
export function defineTask<Input, Output>(definition: TaskDefinition<Input>, run: (input: Input) => Promise<Output>) {
  const handle = async (event: unknown): Promise<Output> => run(definition.input.parse(event));
  return backgroundFunction({ ...definition, kind: 'task' as const }, handle);
}

export interface ScheduleDefinition extends Common {
  /** The name that operators know the trigger by. */
  name: string;
  /** An EventBridge rate: whole minutes. */
  everyMinutes: number;
}

/** A timed trigger. It may fire twice or late; `run` finds by itself what is due. */
export function defineSchedule(definition: ScheduleDefinition, run: () => Promise<void>) {
  return backgroundFunction({ ...definition, kind: 'schedule' as const }, async () => run());
}

/** What Lambda calls, with its definition: the same time limit for all. */
const backgroundFunction = <Definition, Event, Output>(definition: Definition, run: (event: Event) => Promise<Output>) =>
  Object.assign((event: Event, context: LambdaContext): Promise<Output> => withinTimeLimit(context, async () => run(event)), {
    definition,
  });

export type BackgroundHandler = {
  (event: unknown, context: LambdaContext): Promise<unknown>;
  definition:
    | (WorkerDefinition & { kind: 'worker' })
    | (StreamDefinition & { kind: 'stream' })
    | (TaskDefinition & { kind: 'task' })
    | (ScheduleDefinition & { kind: 'schedule' });
};
