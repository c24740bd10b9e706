import type { BackgroundHandler } from '../shared/lambda/worker/define-worker.ts';

/** How messages or records come to a function: what an event source mapping of Lambda says of it, on a stage and locally. */
export interface EventSource {
  /** The most that come at once. */
  batchSize: number;
  /** Whether the function's answer may name single items that failed; otherwise whatever it answers is success. */
  reportsItemFailures: boolean;
  /** Batches of one queue that run side by side. */
  maximumConcurrency?: number | undefined;
  /** How often a batch of a stream that failed comes again; -1 for as long as its records are young enough. */
  maximumRetryAttempts?: number | undefined;
  /** Seconds after which a record of a stream is given up. */
  maximumRecordAgeInSeconds?: number | undefined;
  /** Event patterns as JSON: what matches none does not come. */
  filters?: readonly string[] | undefined;
}

/** One company's burst must not take the account's functions from all others. */
const QUEUE_CONCURRENCY = 10;
/**
 * Twelve hours, half of the time that the table's stream keeps a record. A number of tries would be used up within a minute of an outage of
 * SQS or Step Functions, for Lambda leaves next to no time between them.
 */
const STREAM_RECORD_AGE = 43_200;
const STREAM_BATCH = 100;

/** The event source of a worker or stream consumer; undefined for all others. */
export function eventSourceOf(definition: BackgroundHandler['definition']): EventSource | undefined {
  if (definition.kind === 'worker') {
    const { batchSize = 10, maximumConcurrency = QUEUE_CONCURRENCY } = definition;
    return { batchSize, reportsItemFailures: true, maximumConcurrency };
  }
  if (definition.kind !== 'stream') return undefined;
  const pattern = JSON.stringify({ dynamodb: { NewImage: { kind: { S: definition.kinds } } } });
  return {
    batchSize: STREAM_BATCH,
    reportsItemFailures: true,
    maximumRetryAttempts: -1,
    maximumRecordAgeInSeconds: STREAM_RECORD_AGE,
    filters: [pattern],
  };
}
