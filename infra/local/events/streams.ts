import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { withoutLog } from '#shared/platform/aws/client.ts';
import { now } from '#shared/base/kernel/clock.ts';
import type { BackgroundEntry } from '../../catalogue.ts';
import { type EventSource, eventSourceOf } from '../../stage/event-sources.ts';
import { eventFilter } from './event-filter.ts';
import { changesNothing, lambdaRecord } from './stream-record.ts';
import { sendBy, type TableTransport, type TransportStack } from '../engines/dynamodb/table-transport.ts';

/** Options for delivering changes of the table to functions of kind `stream`, like Lambda's event source mappings. */
export interface StreamsOptions {
  /** The folder whose subfolder `streams/` stores checkpoints and dead letters. */
  dataDir: string;
  table: TableTransport;
  tableName: string;
  entries: readonly BackgroundEntry[];
  /** Replaces the event source mapping of a function; undefined for the mapping of a stage, with `LOCAL_ATTEMPTS`. */
  sourceOf?: ((entry: BackgroundEntry) => EventSource | undefined) | undefined;
  /** Whether each batch that a function has processed is delivered to it once more: Lambda delivers "at least once". */
  twice?: boolean;
  invoke(entry: BackgroundEntry, event: unknown): Promise<unknown>;
  /** Whether to skip a record about an item of this kind, as a stream that loses records would; by default none is. */
  losesRecord?: (kind: string) => boolean;
  onError: (message: string, error: unknown) => void;
}

export interface Streams {
  /** Reads the stream now instead of at the next interval; called after each write to the table. */
  readNow(): void;
  /** Reads the stream; whether nothing was left to deliver to any function. */
  drained(): Promise<boolean>;
  stop(): Promise<void>;
}

/** How often a record is delivered before it is a dead letter: less often than on AWS, since developers wait for the result. */
const LOCAL_ATTEMPTS = 10;
/** Milliseconds between two reads of the stream while nothing is written. */
const IDLE_MS = 1000;
/** Milliseconds before each read, so that concurrent writes are in one batch; not while `drained` waits. */
const GATHER_MS = 10;

/** Starts the delivery: at least once and in order. A record that fails too often is written to a file of dead letters. */
export async function startStreams(options: StreamsOptions): Promise<Streams> {
  const settings = {
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const table = new DynamoDBClient(settings);
  // The SDK types its stack by the inputs of each service; the part that is used is the same for all.
  sendBy(table.middlewareStack as unknown as TransportStack, () => options.table);
  const { Table } = await table.send(new DescribeTableCommand({ TableName: options.tableName }));
  table.destroy();
  const streamArn = Table?.LatestStreamArn;
  if (!streamArn) throw new Error(`Table ${options.tableName} has no stream.`);

  const folder = join(options.dataDir, 'streams');
  mkdirSync(folder, { recursive: true });
  const client = new DynamoDBStreamsClient(settings);
  withoutLog(client);
  // As above.
  sendBy(client.middlewareStack as unknown as TransportStack, () => options.table);
  const mappings = options.entries.map(entry => startMapping({ ...options, folder, client, streamArn, entry }));
  return {
    readNow: () => mappings.forEach(mapping => mapping.readNow()),
    drained: async () => (await Promise.all(mappings.map(mapping => mapping.drained()))).every(Boolean),
    async stop() {
      await Promise.all(mappings.map(mapping => mapping.stop()));
      client.destroy();
    },
  };
}

interface MappingOptions extends Pick<StreamsOptions, 'invoke' | 'onError' | 'sourceOf' | 'losesRecord' | 'twice'> {
  folder: string;
  client: DynamoDBStreamsClient;
  streamArn: string;
  entry: BackgroundEntry;
}

function startMapping(options: MappingOptions) {
  const { entry, client, streamArn, invoke, onError } = options;
  const given = options.sourceOf?.(entry);
  const source = given ?? eventSourceOf(entry.handler.definition);
  if (!source) throw new Error(`${entry.name} reads no stream.`);
  const comes = eventFilter(source.filters);
  const longestMs = (given?.maximumRecordAgeInSeconds ?? Infinity) * 1000;
  const { maximumRetryAttempts: retries = -1 } = given ?? {};
  // -1: until the record is too old.
  const attemptsOfSource = retries < 0 ? Infinity : retries + 1;
  const attempts = given ? attemptsOfSource : LOCAL_ATTEMPTS;
  const checkpoint = openCheckpoint(join(options.folder, `${entry.name}.json`), streamArn);
  let stopped = false;
  let readAgain = true;
  let wake = (): void => {};
  /** Callers of `drained`, which wait for the result of the next read. */
  let asking: ((drained: boolean) => void)[] = [];

  const pause = (millis: number): Promise<void> =>
    new Promise(resolve => {
      const timer = setTimeout(resolve, millis);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (readAgain || stopped) wake();
    });

  /** The shard iterator of the next read; undefined at first and after an error: that read starts at the checkpoint. */
  let iterator: string | undefined;

  const next = async (): Promise<StreamRecord[]> => {
    const from = iterator ?? (await iteratorAfter(checkpoint.last()));
    if (from === undefined) return [];
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: from, Limit: source.batchSize }),
    );
    iterator = NextShardIterator;
    return Records;
  };

  const iteratorAfter = async (last: string | undefined): Promise<string | undefined> => {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const shard = StreamDescription?.Shards?.at(-1)?.ShardId;
    if (!shard) return undefined;
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shard,
        ...(last === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }),
      }),
    );
    return ShardIterator;
  };

  const isLost = ({ dynamodb }: StreamRecord): boolean => options.losesRecord?.(dynamodb?.NewImage?.['kind']?.S ?? '') ?? false;

  /** Delivers a batch, and repeats it from its first failed record until each record is delivered or a dead letter. */
  const deliver = async (records: StreamRecord[]): Promise<void> => {
    let remaining = records.filter(record => !changesNothing(record) && comes(lambdaRecord(record)) && !isLost(record));
    // The table stamps records by the machine's clock; their age is counted by the local one, from their first read.
    const readAt = now().getTime();
    /** How often the first of the remaining records has failed. */
    let failures = 0;
    /** How many of the remaining records are in the next invocation: all, unless the batch was bisected. */
    let size = remaining.length;
    const goOn = (done: number): void => {
      if (done > 0) checkpoint.keep(sequenceOf(remaining[done - 1]));
      remaining = remaining.slice(done);
    };
    while (remaining.length > 0 && !stopped) {
      const batch = remaining.slice(0, size);
      const failure = (await attemptOn(batch)) ?? (options.twice ? await attemptOn(batch) : undefined);
      goOn(failure?.first ?? batch.length);
      const isBisected = failure?.isOfBatch === true && source.bisectsOnError === true && batch.length > 1;
      // Bisecting does not count as a retry.
      if (!isBisected) failures = !failure ? 0 : failure.first > 0 ? 1 : failures + 1;
      if (failure?.first === 0) size = isBisected ? Math.ceil(batch.length / 2) : batch.length;
      else size = remaining.length;
      if (failure && (failures >= attempts || now().getTime() - readAt >= longestMs)) {
        writeDeadLetter(remaining[0], failures);
        remaining = remaining.slice(1);
        size = remaining.length;
        failures = 0;
      } else if (failure) {
        await sleep(Math.min(500, 50 * 2 ** failures));
      }
    }
    if (!stopped) checkpoint.keep(sequenceOf(records.at(-1)));
  };

  /** Invokes the function. @returns the index of the first failed record, 0 if the function failed as a whole; undefined if none failed */
  const attemptOn = async (records: StreamRecord[]): Promise<{ first: number; isOfBatch: boolean } | undefined> => {
    try {
      const answer = (await invoke(entry, { Records: records.map(lambdaRecord) })) as DynamoDBBatchResponse | undefined;
      const failed = new Set(answer?.batchItemFailures.map(failure => failure.itemIdentifier));
      if (failed.size === 0 || !source.reportsItemFailures) return undefined;
      // Lambda treats an unknown identifier as a failure of the whole batch.
      const first = records.findIndex(record => failed.has(sequenceOf(record)));
      return { first: Math.max(0, first), isOfBatch: first < 0 };
    } catch (error) {
      onError(`${entry.name} failed on ${records.length} changes`, error);
      return { first: 0, isOfBatch: true };
    }
  };

  const writeDeadLetter = (record: StreamRecord | undefined, failures: number): void => {
    if (!record) return;
    appendFileSync(join(options.folder, `${entry.name}.dead-letters.jsonl`), `${JSON.stringify(lambdaRecord(record))}\n`);
    onError(`${entry.name} gave up on a change after ${failures} attempts`, new Error(`record ${sequenceOf(record)}`));
    checkpoint.keep(sequenceOf(record));
  };

  const readAndDeliver = async (): Promise<void> => {
    const waiting = asking;
    asking = [];
    readAgain = false;
    try {
      const records = await next();
      waiting.forEach(tell => tell(records.length === 0));
      if (records.length > 0) {
        await deliver(records);
        readAgain = true;
      }
    } catch (error) {
      iterator = undefined;
      waiting.forEach(tell => tell(false));
      // Iterators expire after 15 minutes, as when the machine was asleep: the next read gets another one.
      if (!stopped && !(error instanceof ExpiredIteratorException)) onError(`The table's stream could not be read`, error);
    }
  };

  const loop = (async () => {
    while (!stopped) {
      await readAndDeliver();
      if (!readAgain) await pause(IDLE_MS);
      if (asking.length === 0) await sleep(GATHER_MS);
    }
  })();

  const readNow = (): void => {
    readAgain = true;
    wake();
  };
  return {
    readNow,
    drained: () =>
      new Promise<boolean>(resolve => {
        asking.push(resolve);
        readNow();
      }),
    async stop() {
      stopped = true;
      wake();
      await loop;
      asking.forEach(tell => tell(false));
    },
  };
}

const sequenceOf = (record: StreamRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';

/** A file with the sequence number up to which a mapping has finished. One that was written for another stream is ignored. */
function openCheckpoint(file: string, streamArn: string) {
  let last = read(file, streamArn);
  return {
    last: () => last,
    keep(sequence: string): void {
      last = sequence;
      writeFileSync(`${file}.new`, JSON.stringify({ streamArn, last }));
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string, streamArn: string): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { streamArn?: string; last?: string };
    return kept.streamArn === streamArn ? kept.last : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
