import type {
  Context as LambdaContext,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import type * as z from 'zod';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { unpackedOrStored } from '#shared/platform/store/packing/damaged.ts';
import type { Change } from '#shared/platform/store/outbox.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { QueueName } from '#shared/platform/aws/queues.ts';
import type { Grant, TableAccess } from '../grants.ts';
import { addLogFields, log, withLogFields } from '#shared/base/kernel/log.ts';
import { mapStack } from '#shared/base/kernel/source-stack.ts';
import { subjectOf } from '../log-subject.ts';
import { shell, type Step } from '../shell.ts';

/** Functions outside the HTTP API: queue and stream consumers, steps of state machines, scheduled functions. */

interface Common {
  summary: string;
  uses?: Grant[];
  /** What it does with the table: by default it writes. */
  table?: TableAccess;
  /** Memory in megabytes, if not the default (infra/stage/function-limits.ts). */
  memory?: number;
  timeoutSeconds?: number;
  /**
   * At most this many runs at a time, where a stage reserves concurrency: for functions that others invoke and that are expensive, so
   * that one tenant cannot take the concurrency of the whole account.
   */
  reservedConcurrency?: number;
}

export interface WorkerDefinition<Message = unknown> extends Common {
  queue: QueueName;
  message: z.ZodType<Message>;
  /** The non-JSON text of a message that the sending AWS service puts into the queue by itself; such a message is ignored. */
  notice?: string;
  batchSize?: number;
  /** Batches in parallel, 10 by default: more for a worker that mostly waits for I/O, fewer to protect a service that it calls. */
  maximumConcurrency?: number;
}

/**
 * A queue consumer. Messages of a batch are handled in parallel. Only those that fail return to the queue (partial batch response),
 * and after `maxReceiveCount` receives they move to the dead-letter queue. `run` must be idempotent: delivery is at least once.
 */
export const defineWorker = <Message>(definition: WorkerDefinition<Message>, run: Run<Message>) =>
  backgroundFunction({ ...definition, kind: 'worker' as const }, eachMessage(definition, run));

export type RareWorkerDefinition<Message = unknown> = Pick<WorkerDefinition<Message>, 'message' | keyof Common>;

/**
 * A worker that shares its queue with others (`RARE_WORK` in platform/aws/queues.ts): it is invoked by the function that hands out the queue's
 * messages, one at a time. `run` must be idempotent, as that of every worker.
 */
export const defineRareWorker = <Message>(definition: RareWorkerDefinition<Message>, run: Run<Message>) =>
  backgroundFunction({ ...definition, kind: 'rare-worker' as const }, eachMessage(definition, run));

type Run<Message> = (message: Message, record: SQSRecord) => Promise<void>;

const eachMessage =
  <Message>(definition: Pick<WorkerDefinition<Message>, 'summary' | 'message' | 'notice'>, run: Run<Message>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = event.Records.map(record =>
      failureOf(definition.summary, record.messageId, async () => {
        if (record.body === definition.notice) return;
        const message: unknown = JSON.parse(record.body);
        addLogFields(subjectOf(message));
        await run(definition.message.parse(message), record);
      }),
    );
    return { batchItemFailures: (await Promise.all(failed)).flat() };
  };

/**
 * A queue consumer that passes all messages of a batch with the same subject to one call of `run`, because handling them
 * in parallel would cause write conflicts. If `run` throws, all messages of that subject return to the queue.
 */
export function defineGroupedWorker<Message>(
  definition: Omit<WorkerDefinition<Message>, 'notice'> & { subjectOf: (message: Message) => string },
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
  /** The kinds of items whose changes are delivered: they become the filter of the event source mapping. */
  kinds: ItemKind[];
}

/**
 * A consumer of the table's stream. Records of a batch are handled in parallel; after a failure, delivery resumes there. Attributes that
 * cannot be unpacked stay packed: a record that throws would hold up all later ones of its shard.
 */
export function defineStreamWorker(definition: StreamDefinition, run: (change: Change) => Promise<void>) {
  const image = (item: unknown): Record<string, unknown> | undefined =>
    item ? unpackedOrStored(unmarshall(withBytes(item))) : undefined;
  const handle = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = event.Records.map(({ dynamodb: record }) =>
      failureOf(definition.summary, record?.SequenceNumber ?? '', async () => {
        const change = { before: image(record?.OldImage), after: image(record?.NewImage) };
        addLogFields(subjectOf(change.after ?? change.before));
        await run(change);
      }),
    );
    // Delivery resumes at the first failure. Later records of the batch are delivered again, so `run` must be idempotent.
    return { batchItemFailures: (await Promise.all(failed)).flat().slice(0, 1) };
  };
  return backgroundFunction({ ...definition, kind: 'stream' as const }, handle);
}

/** The image of an item in a record of the stream, in which Lambda gives bytes as base64. Bytes are attributes of items, never deeper. */
const withBytes = (item: object): Parameters<typeof unmarshall>[0] =>
  Object.fromEntries(
    Object.entries(item as Record<string, { B?: string }>).map(([name, value]) => [
      name,
      value.B === undefined ? value : { B: Buffer.from(value.B, 'base64') },
    ]),
  ) as Parameters<typeof unmarshall>[0];

/** Handles one record of a batch. A failure is logged and returned as the entry of the partial batch response, not thrown. */
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
  return backgroundFunction({ ...definition, kind: 'task' as const }, async (event: unknown) =>
    run(definition.input.parse(event)),
  );
}

export interface ScheduleDefinition extends Common {
  /** The name of the schedule as operators see it. */
  name: string;
  /** The EventBridge rate, in whole minutes. */
  everyMinutes: number;
}

/** A scheduled function. EventBridge may invoke it twice or late, so `run` must determine by itself what is due. */
export function defineSchedule(definition: ScheduleDefinition, run: () => Promise<void>) {
  return backgroundFunction({ ...definition, kind: 'schedule' as const }, async () => run());
}

/** Lambda logs what a function throws. */
const mapStacks: Step<unknown> = { onError: ({ error }) => mapStack(error) };

/** The Lambda handler, with its definition attached. */
const backgroundFunction = <Definition, Event, Output>(definition: Definition, run: (event: Event) => Promise<Output>) =>
  Object.assign(
    shell(run, (event, context) => ({ requestId: context?.awsRequestId, function: context?.functionName, ...subjectOf(event) }), [
      mapStacks,
    ]),
    { definition },
  );

export type BackgroundHandler = {
  (event: unknown, context: LambdaContext): Promise<unknown>;
  definition:
    | (WorkerDefinition & { kind: 'worker' })
    | (RareWorkerDefinition & { kind: 'rare-worker' })
    | (StreamDefinition & { kind: 'stream' })
    | (TaskDefinition & { kind: 'task' })
    | (ScheduleDefinition & { kind: 'schedule' });
};
