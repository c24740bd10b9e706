import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { isWhole, unpackedOrStored } from './packing/damaged.ts';
import { unpacked } from './packing/packed.ts';
import { sleepWithJitter } from './resend.ts';
import { INDEXES, type IndexName, type Key, tableName } from './table.ts';

/** Reads from the base table are strongly consistent; reads from indexes are only eventually consistent. */

const alive = (item: Record<string, unknown>): boolean =>
  typeof item['expiresAt'] !== 'number' || item['expiresAt'] > epochSeconds();

/** One item; undefined if it does not exist or its TTL has passed. */
export async function getItem<T extends Key>(key: Key): Promise<T | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }));
  return Item && alive(Item) ? (unpacked(Item) as T) : undefined;
}

/**
 * Concurrent batches of one request: a long list must not use up all connections, nor a partition's capacity.
 */
const BATCHES_AT_ONCE = 10;

/**
 * Several items by key, in the order of the keys; undefined where there is none. 100 keys a call, at most 10 calls at a time.
 *
 * @param consistent false: at half the cost, writes of about the last second may be missing
 * @param damaged what to do with an item that cannot be unpacked: fail, or return it as it is stored (packing/damaged.ts)
 */
export async function getItems<Found = Record<string, unknown>>(
  keys: Key[],
  { consistent = true, damaged = 'fail' }: { consistent?: boolean; damaged?: 'fail' | 'stored' } = {},
): Promise<(Found | undefined)[]> {
  const found = new Map<string, Found>();
  const name = (key: Key): string => `${key.pk}\n${key.sk}`;
  const unique = [...new Map(keys.map(key => [name(key), { pk: key.pk, sk: key.sk }])).values()];
  const batches = Array.from({ length: Math.ceil(unique.length / 100) }, (_, batch) =>
    unique.slice(batch * 100, batch * 100 + 100),
  );
  const read = damaged === 'fail' ? unpacked : unpackedOrStored;
  const readBatch = async (batch: Key[]): Promise<void> => {
    let pending = batch;
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 0) await sleepWithJitter(attempt);
      if (attempt > 10) throw new Error('BatchGetItem left keys unprocessed.');
      const answer = await dynamodb().send(
        new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: consistent } } }),
      );
      for (const item of answer.Responses?.[tableName()] ?? [])
        if (alive(item)) found.set(name(item as Record<keyof Key, string>), read(item) as Found);
      pending = (answer.UnprocessedKeys?.[tableName()]?.Keys ?? []) as Key[];
    }
  };
  for (let first = 0; first < batches.length; first += BATCHES_AT_ONCE)
    await Promise.all(batches.slice(first, first + BATCHES_AT_ONCE).map(readBatch));
  return keys.map(key => found.get(name(key)));
}

export interface Range {
  partition: string;
  /** Sort keys that start with this text … */
  beginsWith?: string;
  /** … or lie between these two, both included. */
  between?: [string, string];
}

export interface QueryOptions {
  index?: IndexName;
  descending?: boolean;
  /** Stop after this many items. Without it the whole range is read. */
  limit?: number;
  /** Skip this many items of the range first. */
  offset?: number;
  /** What to do with an item of the table that cannot be unpacked: fail (the default), or return it as it is stored. Those of an index are. */
  damaged?: 'fail' | 'stored';
}

function queryInput(range: Range, options: QueryOptions): QueryCommandInput {
  const { partition, sort } = options.index ? INDEXES[options.index] : { partition: 'pk', sort: 'sk' };
  // DynamoDB refuses an empty prefix, which every sort key begins with.
  const condition = range.beginsWith ? ' AND begins_with(#s, :from)' : range.between ? ' AND #s BETWEEN :from AND :to' : '';
  return {
    TableName: tableName(),
    ...(options.index ? { IndexName: options.index } : { ConsistentRead: true }),
    KeyConditionExpression: `#p = :p${condition}`,
    ExpressionAttributeNames: { '#p': partition, ...(condition && { '#s': sort }) },
    ExpressionAttributeValues: {
      ':p': range.partition,
      ...(range.beginsWith
        ? { ':from': range.beginsWith }
        : range.between && { ':from': range.between[0], ':to': range.between[1] }),
    },
    ScanIndexForward: !options.descending,
  };
}

/** The items of a range, in the order of their sort keys. */
export async function queryItems<T>(range: Range, options: QueryOptions = {}): Promise<T[]> {
  const skip = options.offset ?? 0;
  const limit = options.limit === undefined ? undefined : skip + options.limit;
  const items: T[] = [];
  for await (const page of queryPages<T>(range, { ...options, limit })) for (const item of page) items.push(item);
  return items.slice(skip);
}

/**
 * The items of a range as `queryItems`, a page of DynamoDB at a time (1 MB), for ranges that may not fit into memory. Of an index, items
 * that cannot be unpacked are returned as they are stored (packing/damaged.ts).
 */
export async function* queryPages<T>(
  range: Range,
  { limit = Number.POSITIVE_INFINITY, ...options }: Omit<QueryOptions, 'offset' | 'limit'> & { limit?: number | undefined },
): AsyncGenerator<T[]> {
  const input = queryInput(range, options);
  let left = limit;
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new QueryCommand({ ...input, ...(start && { ExclusiveStartKey: start }), ...(Number.isFinite(left) && { Limit: left }) }),
    );
    const stored = (page.Items ?? []).filter(alive);
    left -= stored.length;
    start = page.LastEvaluatedKey;
    yield stored.map(options.index || options.damaged === 'stored' ? unpackedOrStored : unpacked) as T[];
  } while (start && left > 0);
}

/** The projected rows of an index range, without those that cannot be read, which are reported. */
export async function queryRows<R>(index: IndexName, range: Range, options: Omit<QueryOptions, 'index'> = {}): Promise<R[]> {
  const items = await queryItems<{ row: R }>(range, { ...options, index });
  return items.filter(item => isWhole(item, 'row')).map(item => item.row);
}
