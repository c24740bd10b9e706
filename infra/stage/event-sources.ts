import type { BackgroundHandler } from '#shared/platform/lambda/worker/define-worker.ts';

/** The event source mapping of a function that consumes a queue or the table's stream; stages and the local runtime both use it. */
export interface EventSource {
  /** The most messages or records in one invocation. */
  batchSize: number;
  /** Whether the function may report single failed items (`ReportBatchItemFailures`); otherwise any return value means success. */
  reportsItemFailures: boolean;
  /** The most batches of one queue that are processed concurrently. */
  maximumConcurrency?: number | undefined;
  /** How often a failed batch of a stream is retried; -1: until its records are older than `maximumRecordAgeInSeconds`. */
  maximumRetryAttempts?: number | undefined;
  /** Age in seconds at which a record of a stream goes to the dead-letter queue. */
  maximumRecordAgeInSeconds?: number | undefined;
  /** Whether a batch of a stream whose function failed as a whole is retried in two halves (`BisectBatchOnFunctionError`). */
  bisectsOnError?: boolean | undefined;
  /** Event patterns as JSON: records that match none of them are not delivered. */
  filters?: readonly string[] | undefined;
}

/** The burst of one company must not use up the account's limit of concurrent executions. */
const QUEUE_CONCURRENCY = 10;
/**
 * Twelve hours, half of the retention of the table's stream. The age is limited and not the number of retries, because Lambda
 * retries almost without delay: an outage of SQS or Step Functions would use up any number of retries within a minute.
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
