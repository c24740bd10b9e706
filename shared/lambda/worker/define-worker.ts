import type {
  Context as LambdaContext,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type * as z from 'zod';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Change } from '../../store/outbox.ts';
import type { ItemKind } from '../../vocabulary/item-kinds.ts';
import type { QueueName } from '../../aws/queues.ts';
import type { Grant } from '../grants.ts';
import { addLogFields, log, withLogFields } from '../../kernel/log.ts';
import { withSourceStack } from '../../kernel/source-stack.ts';
import { subjectOf } from '../log-subject.ts';
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
  /** Batches that run side by side: more than the usual 10 for a worker that waits for others more than it works, or fewer to spare another service. */
  maximumConcurrency?: number;
}

/**
 * A queue consumer. Messages of a batch are handled side by side; those that fail go back to the queue alone (partial batch
 * response) and after `maxReceiveCount` tries to the dead-letter queue. `run` must be idempotent: delivery is at least once.
 */
export function defineWorker<Message>(definition: WorkerDefinition<Message>, run: (message: Message) => Promise<void>) {
  const handle = async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = event.Records.map(({ messageId, body }) =>
      failureOf(definition.summary, messageId, async () => {
        if (body === definition.notice) return;
        const message: unknown = JSON.parse(body);
        addLogFields(subjectOf(message));
        await run(definition.message.parse(message));
      }),
    );
    return { batchItemFailures: (await Promise.all(failed)).flat() };
  };
  return backgroundFunction({ ...definition, kind: 'worker' as const }, handle);
}

/**
 * A queue consumer that handles those messages of a batch together that belong to one subject, and would stand in each other's way. When
 * `run` throws, all messages of the subject go back to the queue.
 */
export function defineGroupedWorker<Message>(
  definition: WorkerDefinition<Message> & { subjectOf: (message: Message) => string },
  run: (messages: Message[]) => Promise<void>,
) {
  const handle = async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failures: { itemIdentifier: string }[] = [];
    const groups = new Map<string, { id: string; message: Message }[]>();
    for (const { messageId: id, body } of event.Records) {
      const failed = await failureOf(definition.summary, id, () => {
        const message = definition.message.parse(JSON.parse(body));
        const subject = definition.subjectOf(message);
        groups.set(subject, [...(groups.get(subject) ?? []), { id, message }]);
        return Promise.resolve();
      });
      failures.push(...failed);
    }
    const failed = [...groups.values()].map(async group => {
      const [first] = group;
      const failure = await failureOf(definition.summary, first?.id ?? '', () => {
        addLogFields(subjectOf(first?.message));
        return run(group.map(({ message }) => message));
      });
      return failure.length === 0 ? [] : group.map(({ id }) => ({ itemIdentifier: id }));
    });
    return { batchItemFailures: [...failures, ...(await Promise.all(failed)).flat()] };
  };
  return backgroundFunction({ ...definition, kind: 'worker' as const }, handle);
}

export interface StreamDefinition extends Common {
  /** Kinds of items whose changes are delivered: the filter of the event source mapping. */
  kinds: ItemKind[];
}

/** A consumer of the table's stream. A failing record is reported, and the batch is delivered again from it on. */
export function defineStreamWorker(definition: StreamDefinition, run: (change: Change) => Promise<void>) {
  const image = (item: unknown): Record<string, unknown> | undefined =>
    item ? (unmarshall(item as Parameters<typeof unmarshall>[0]) as Record<string, unknown>) : undefined;
  const handle = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = event.Records.map(({ dynamodb: record }) =>
      failureOf(definition.summary, record?.SequenceNumber ?? '', async () => {
        const change = { before: image(record?.OldImage), after: image(record?.NewImage) };
        addLogFields(subjectOf(change.after ?? change.before));
        await run(change);
      }),
    );
    // A stream goes on from the first failure; what stood behind it is delivered again and must be idempotent.
    return { batchItemFailures: (await Promise.all(failed)).flat().slice(0, 1) };
  };
  return backgroundFunction({ ...definition, kind: 'stream' as const }, handle);
}

/** Handles one record of a batch. A failure is logged and named for the partial batch response. */
function failureOf(what: string, id: string, run: () => Promise<void>): Promise<{ itemIdentifier: string }[]> {
  return withLogFields({ item: id }, async () => {
    try {
      await run();
      return [];
    } catch (error) {
      log.error(`${what} failed`, error);
      return [{ itemIdentifier: id }];
    }
  });
}

export interface TaskDefinition<Input = unknown> extends Common {
  input: z.ZodType<Input>;
}

/** A step of a state machine, or a function that others invoke. Errors keep their `name`: Retry and Catch match on it. */
export function defineTask<Input, Output>(definition: TaskDefinition<Input>, run: (input: Input) => Promise<Output>) {
  const handle = async (event: unknown): Promise<Output> =>
    withLogFields(subjectOf(event), async () => run(definition.input.parse(event)));
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

/** What Lambda calls, with its definition: the same time limit and log fields for all. Lambda logs what it throws. */
const backgroundFunction = <Definition, Event, Output>(definition: Definition, run: (event: Event) => Promise<Output>) =>
  Object.assign(
    (event: Event, context: LambdaContext): Promise<Output> =>
      withLogFields({ requestId: context?.awsRequestId, function: context?.functionName }, () =>
        withinTimeLimit(context, () => run(event)),
      ).catch((error: unknown) => {
        throw withSourceStack(error);
      }),
    { definition },
  );

export type BackgroundHandler = {
  (event: unknown, context: LambdaContext): Promise<unknown>;
  definition:
    | (WorkerDefinition & { kind: 'worker' })
    | (StreamDefinition & { kind: 'stream' })
    | (TaskDefinition & { kind: 'task' })
    | (ScheduleDefinition & { kind: 'schedule' });
};
