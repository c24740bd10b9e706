import {
  BatchGetItemCommand,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DynamoDbEngine, ensureTable, startDynamoDb } from '../../../infra/local/engines/dynamodb/index.ts';
import { createLateReads, indexesOf, LATE_MILLIS, type LateReads } from '../../../infra/local/engines/dynamodb/late-reads.ts';
import { createStrictTable } from '../../../infra/local/engines/dynamodb/strict-table.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { createFaults } from '../../../infra/local/faults/faults.ts';
import { openTableTransport, type TableTransport } from '../../../infra/local/engines/dynamodb/table-transport.ts';
import { unwatchWire, watchWire } from '../../../infra/local/gateway/wire.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { getItem, getItems, queryItems, queryRows } from '#shared/platform/store/read.ts';
import { type Item, tableDefinition } from '#shared/platform/store/table.ts';
import { dataFolder } from './engines-support.ts';

/** The table's own reads (shared/platform/store/read.ts) against the real engine, behind late reads. */

const root = dataFolder();
const TableName = 'late';
const keyAttributes = ['pk', 'sk'];
let engine: DynamoDbEngine;
let direct: TableTransport;
let table: TableTransport;
let late: LateReads;
let restore = (): void => {};
let at = 1_000_000;
let isLate = true;

beforeAll(async () => {
  engine = await startDynamoDb({ dataDir: mkdtempSync(join(root, 'late-')) });
  const definition = tableDefinition(TableName);
  await ensureTable(engine.endpoint, definition);
  direct = openTableTransport(engine.endpoint);
  late = createLateReads({
    keyAttributes,
    indexes: indexesOf(definition),
    now: () => at,
    isLate: () => isLate,
    ask: (target, body) => direct.send({ headers: { 'x-amz-target': target }, body }),
  });
  table = openTableTransport(engine.endpoint, createStrictTable({ keyAttributes, late }));
  restore = setEnvironment({
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    TABLE_NAME: TableName,
  });
  watchWire({ faults: createFaults(), onTableWrite: () => {}, taxauthUrl: 'http://taxauth.invalid', table });
  forgetClients();
});
afterAll(async () => {
  unwatchWire();
  forgetClients();
  restore();
  table.close();
  direct.close();
  await engine.stop();
});
beforeEach(() => {
  isLate = true;
  late.catchUp();
});

let partitions = 0;
const newPartition = (): string => `list-${++partitions}`;

const item = (list: string, sk: string, sort = sk, row = sk) => ({
  ...{ pk: { S: list }, sk: { S: sk }, kind: { S: 'client' }, secret: { S: 'not in the index' } },
  ...{ gsi1pk: { S: list }, gsi1sk: { S: sort }, row: { M: { name: { S: row } } } },
});
const put = (...of: Parameters<typeof item>) => dynamodb().send(new PutItemCommand({ TableName, Item: item(...of) }));
const remove = (list: string, sk: string) =>
  dynamodb().send(new DeleteItemCommand({ TableName, Key: { pk: { S: list }, sk: { S: sk } } }));
const names = async (list: string, options: { descending?: boolean; limit?: number } = {}): Promise<string[]> =>
  (await queryRows<{ name: string }>('gsi1', { partition: list }, options)).map(({ name }) => name);

describe('an index that is read late', () => {
  it('lacks a new item, has a removed one, and has a changed one in its previous state, for a second', async () => {
    const list = newPartition();
    await put(list, 'changed', '1', 'before');
    await put(list, 'removed', '2');
    at += LATE_MILLIS;
    expect(await names(list)).toEqual(['before', 'removed']);
    await put(list, 'changed', '1', 'after');
    await remove(list, 'removed');
    await put(list, 'new', '0');
    expect(await names(list)).toEqual(['before', 'removed']);
    at += LATE_MILLIS - 1;
    expect(await names(list)).toEqual(['before', 'removed']);
    at += 1;
    expect(await names(list)).toEqual(['new', 'after']);
  });

  it('shows each of several writes for as long as it was the latest of a second ago', async () => {
    const list = newPartition();
    for (const row of ['one', 'two', 'three']) {
      await put(list, 'a', 'a', row);
      at += LATE_MILLIS / 4;
    }
    const seen: string[] = [];
    for (let quarter = 0; quarter < 4; quarter++) {
      seen.push((await names(list)).join());
      at += LATE_MILLIS / 4;
    }
    expect(seen).toEqual(['', 'one', 'two', 'three']);
  });

  it('has an item at its earlier place until the item has moved', async () => {
    const [from, to] = [newPartition(), newPartition()];
    await put(from, 'a');
    at += LATE_MILLIS;
    const moved = { ...item(from, 'a'), gsi1pk: { S: to } };
    await dynamodb().send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item: moved } }] }));
    expect([await names(from), await names(to)]).toEqual([['a'], []]);
    late.catchUp();
    expect([await names(from), await names(to)]).toEqual([[], ['a']]);
  });

  it('has pages, orders and ranges as the index has them', async () => {
    const list = newPartition();
    for (const sk of ['a', 'b', 'c', 'd']) await put(list, sk);
    at += LATE_MILLIS;
    await put(list, 'bb');
    await remove(list, 'c');
    expect(await names(list, { limit: 2 })).toEqual(['a', 'b']);
    expect(await names(list, { descending: true, limit: 3 })).toEqual(['d', 'c', 'b']);
    const ranges = [{ beginsWith: 'b' }, { between: ['b', 'c'] as [string, string] }];
    const found = await Promise.all(ranges.map(range => queryItems<Item>({ partition: list, ...range }, { index: 'gsi1' })));
    expect(found.map(items => items.map(({ sk }) => sk))).toEqual([['b'], ['b', 'c']]);
    const page = async (start?: object) =>
      dynamodb().send(
        new QueryCommand({
          ...{ TableName, IndexName: 'gsi1', Limit: 1, KeyConditionExpression: '#p = :p' },
          ...{ ExpressionAttributeNames: { '#p': 'gsi1pk' }, ExpressionAttributeValues: { ':p': { S: list } } },
          ...(start && { ExclusiveStartKey: start as never }),
        }),
      );
    const first = await page();
    expect(first.LastEvaluatedKey).toEqual({ pk: { S: list }, sk: { S: 'a' }, gsi1pk: { S: list }, gsi1sk: { S: 'a' } });
    expect((await page(first.LastEvaluatedKey)).Items).toMatchObject([{ sk: { S: 'b' } }]);
  });

  it('has only the attributes that are projected', async () => {
    const list = newPartition();
    await put(list, 'a');
    at += LATE_MILLIS;
    await remove(list, 'a');
    const [found] = await queryItems<Item>({ partition: list }, { index: 'gsi1' });
    expect(found).toEqual({ pk: list, sk: 'a', kind: 'client', gsi1pk: list, gsi1sk: 'a', row: { name: 'a' } });
  });

  it('does not show an earlier state because of a rejected write', async () => {
    const list = newPartition();
    await put(list, 'a', 'a', 'old');
    await put(list, 'a', 'a', 'new');
    late.catchUp();
    const refused = dynamodb().send(
      new PutItemCommand({ TableName, Item: item(list, 'a', 'a', 'refused'), ConditionExpression: 'attribute_not_exists(pk)' }),
    );
    await expect(refused).rejects.toThrow('The conditional request failed');
    await remove(list, 'a');
    expect(await names(list)).toEqual(['new']);
  });

  it('rejects a query whose result would differ from the index', async () => {
    const list = newPartition();
    await put(list, 'a');
    const filtered = new QueryCommand({
      ...{ TableName, IndexName: 'gsi1', KeyConditionExpression: '#p = :p', FilterExpression: 'attribute_exists(pk)' },
      ...{ ExpressionAttributeNames: { '#p': 'gsi1pk' }, ExpressionAttributeValues: { ':p': { S: list } } },
    });
    await expect(dynamodb().send(filtered)).rejects.toThrow('Late reads of indexes do not know FilterExpression.');
  });
});

describe('reads of the table', () => {
  it('are late unless they are ConsistentRead', async () => {
    const list = newPartition();
    await put(list, 'changed', '1', 'before');
    at += LATE_MILLIS;
    await put(list, 'changed', '1', 'after');
    await put(list, 'new');
    const keys = ['changed', 'new'].map(sk => ({ pk: list, sk }));
    const [changed, added] = await getItems<Item>(keys, { consistent: false });
    expect([changed?.row, added]).toEqual([{ name: 'before' }, undefined]);
    expect((await getItems<Item>(keys)).map(found => found?.row)).toEqual([{ name: 'after' }, { name: 'new' }]);
    expect(await getItem<Item>({ pk: list, sk: 'new' })).toMatchObject({ row: { name: 'new' } });
    expect(await queryItems({ partition: list })).toHaveLength(2);
  });

  it('return the current table to callers that do not read late', async () => {
    const list = newPartition();
    await put(list, 'a');
    const RequestItems = { [TableName]: { Keys: [{ pk: { S: list }, sk: { S: 'a' } }] } };
    isLate = false;
    expect(await names(list)).toEqual(['a']);
    const { Responses } = await dynamodb().send(new BatchGetItemCommand({ RequestItems }));
    expect(Responses?.[TableName]).toHaveLength(1);
  });
});
