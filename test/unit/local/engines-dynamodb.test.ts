import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinary } from '../../../infra/local/engines/dynamodb/process.ts';
import { type DynamoDbEngine, ensureTable, startDynamoDb } from '../../../infra/local/engines/dynamodb/index.ts';
import { clientConfig, dataFolder, engineInProcess, refusal } from './engines-support.ts';

const root = dataFolder();
let dataDir: string;
const running: DynamoDbEngine[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(root, 'case-'));
});
afterEach(async () => {
  delete process.env.DYNAMODB_ENDPOINT;
  await Promise.all(running.splice(0).map(engine => engine.stop()));
});

async function start(options: { onExit?: (code: number | null) => void } = {}): Promise<DynamoDbEngine> {
  const engine = await startDynamoDb({ dataDir, ...options });
  running.push(engine);
  return engine;
}

const TableName = 'records';
const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
const keys = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];
const definition = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [string('pk'), string('sk')],
  KeySchema: keys('pk', 'sk'),
};
const withIndex = {
  ...definition,
  AttributeDefinitions: [...definition.AttributeDefinitions, string('gsi1pk'), string('gsi1sk')],
  GlobalSecondaryIndexes: [
    { IndexName: 'gsi1', KeySchema: keys('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' as const } },
  ],
};

const connect = (engine: { endpoint: string }) => new DynamoDBClient({ ...clientConfig, endpoint: engine.endpoint });
const item = (pk: string, sk: string, more: Record<string, { S: string }> = {}) => ({ pk: { S: pk }, sk: { S: sk }, ...more });

test('ensureTable creates the table with its stream and expiry, and may be called again', async () => {
  const engine = await start();
  await ensureTable(engine.endpoint, definition);
  await ensureTable(engine.endpoint, definition);
  const client = connect(engine);
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  expect(Table).toMatchObject({ TableStatus: 'ACTIVE', StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } });
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' });
});

test('ensureTable adds a new index of the definition, over the existing items', async () => {
  const engine = await start();
  await ensureTable(engine.endpoint, definition);
  const client = connect(engine);
  await client.send(new PutItemCommand({ TableName, Item: item('C#1', 'A', { gsi1pk: { S: 'list' }, gsi1sk: { S: '1' } }) }));
  await ensureTable(engine.endpoint, withIndex);
  const found = await client.send(
    new QueryCommand({
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :list',
      ExpressionAttributeValues: { ':list': { S: 'list' } },
    }),
  );
  expect(found.Items).toHaveLength(1);
});

test('a transaction writes all or nothing, and the stream has the committed changes', async () => {
  const engine = await start();
  await ensureTable(engine.endpoint, definition);
  const client = connect(engine);
  const put = (sk: string) => ({
    Put: { TableName, Item: item('C#1', sk), ConditionExpression: 'attribute_not_exists(pk)' },
  });
  await client.send(new TransactWriteItemsCommand({ TransactItems: [put('A'), put('B')] }));
  const again = client.send(new TransactWriteItemsCommand({ TransactItems: [put('C'), put('A')] }));
  expect((await refusal(again)).name).toBe('TransactionCanceledException');
  expect((await client.send(new GetItemCommand({ TableName, Key: item('C#1', 'C') }))).Item).toBeUndefined();

  const streams = new DynamoDBStreamsClient({ ...clientConfig, endpoint: engine.endpoint });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn,
      ShardId: StreamDescription?.Shards?.[0]?.ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    }),
  );
  const { Records } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  expect(Records?.map(record => record.dynamodb?.NewImage?.sk?.S)).toEqual(['A', 'B']);
});

test('neither the number of a change nor a read of the stream scans all changes', async () => {
  await start();
  const db = new DatabaseSync(join(dataDir, 'dynamodb', 'table.db'), { readOnly: true });
  const sequence = 'CAST(sequence_number AS INTEGER)';
  const ofTable = "FROM _stream_records WHERE table_name = 'records'";
  for (const query of [
    `SELECT COALESCE(MAX(${sequence}), 0) + 1 ${ofTable}`,
    `SELECT new_image ${ofTable} AND shard_id = 'one' AND ${sequence} > 7 ORDER BY ${sequence} ASC LIMIT 10`,
  ])
    expect(db.prepare(`EXPLAIN QUERY PLAN ${query}`).all()).toEqual([
      expect.objectContaining({ detail: expect.stringContaining('INDEX _stream_records_by_sequence') as string }),
    ]);
  db.close();
});

test('acknowledged data survive kill -9 of the server, whose end is reported', async () => {
  let exited: number | null | undefined;
  const engine = await start({ onExit: code => (exited = code) });
  await ensureTable(engine.endpoint, definition);
  await connect(engine).send(new PutItemCommand({ TableName, Item: item('C#1', 'KEPT') }));
  process.kill(engine.pid!, 'SIGKILL');
  await expect.poll(() => exited).toBeNull();

  const again = await start();
  const { Item } = await connect(again).send(new GetItemCommand({ TableName, Key: item('C#1', 'KEPT') }));
  expect(Item).toEqual(item('C#1', 'KEPT'));
});

test('stop ends the server without reporting it as an exit', async () => {
  let exits = 0;
  const engine = await start({ onExit: () => exits++ });
  await engine.stop();
  expect(isAlive(engine.pid!)).toBe(false);
  expect(exits).toBe(0);
});

test('a start ends the server that a killed runtime left on the same data, and finds the data', async () => {
  const runtime = await engineInProcess('dynamodb/index.ts', 'startDynamoDb', { dataDir });
  await ensureTable(runtime.endpoint, definition);
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'dynamodb', 'dynoxide.pid'), 'utf8')) as { pid: number };
  await expect(start()).rejects.toThrow(`in use by the running process ${runtime.child.pid}`);
  await runtime.kill();
  expect(isAlive(pid)).toBe(true);

  const engine = await start();
  expect(isAlive(pid)).toBe(false);
  const { Table } = await connect(engine).send(new DescribeTableCommand({ TableName }));
  expect(Table?.TableStatus).toBe('ACTIVE');
});

test('a recorded process id that now belongs to another program is ignored', async () => {
  const first = await start();
  await first.stop();
  const path = join(dataDir, 'dynamodb', 'dynoxide.pid');
  writeFileSync(path, JSON.stringify({ pid: process.pid, parent: 1 }));
  const second = await start();
  expect(second.pid).toBeGreaterThan(0); // and this process lives to say so
  writeFileSync(path, '{"pid":');
});

test('DYNAMODB_ENDPOINT names a server of others: none is started, none is stopped', async () => {
  process.env.DYNAMODB_ENDPOINT = 'http://127.0.0.1:1';
  const engine = await start();
  expect(engine).toMatchObject({ endpoint: 'http://127.0.0.1:1', pid: undefined });
});

test('without a binary for the platform the error says what to install or set', () => {
  const path = process.env.PATH;
  process.env.PATH = '';
  try {
    expect(() => findBinary('sunos-sparc')).toThrow(/@dynoxide\/sunos-sparc is not installed.*DYNAMODB_ENDPOINT/s);
  } finally {
    process.env.PATH = path;
  }
});

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; it waits for its parent, which in a container may never collect it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
