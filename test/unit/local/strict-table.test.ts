import {
  BatchWriteItemCommand,
  DynamoDBClient,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  type TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DynamoDbEngine, ensureTable, startDynamoDb } from '../../../infra/local/engines/dynamodb/index.ts';
import { createFaults } from '../../../infra/local/faults/faults.ts';
import { startStrictTable, type StrictTableServer } from '../../../infra/local/engines/dynamodb/strict-table.ts';
import { openTableTransport, type TableTransport } from '../../../infra/local/engines/dynamodb/table-transport.ts';
import { unwatchWire, watchWire } from '../../../infra/local/gateway/wire.ts';
import { lazyClient } from '#shared/platform/aws/client.ts';
import { clientConfig, dataFolder, refusal } from './engines-support.ts';

/**
 * The table as strict as AWS, through the real SDK: a transaction stays in progress until the test ends it. Clients of this process
 * pass it on their way out, those of others by its server.
 */

const root = dataFolder();
const TableName = 'records';
let engine: DynamoDbEngine;
let strict: StrictTableServer;
let transport: TableTransport;

/** While set, transactions stay in progress. */
let holding: { begun: () => void; released: Promise<void> } | undefined;

beforeAll(async () => {
  engine = await startDynamoDb({ dataDir: mkdtempSync(join(root, 'strict-')) });
  const hold = (): Promise<void> => {
    holding?.begun();
    return holding?.released ?? Promise.resolve();
  };
  strict = await startStrictTable(engine.endpoint, { keyAttributes: ['pk', 'sk'], hold });
  const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  await ensureTable(engine.endpoint, {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [string('pk'), string('sk')],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });
  transport = openTableTransport(engine.endpoint, strict);
  watchWire({
    faults: createFaults(),
    onTableWrite: () => {},
    taxauthUrl: 'http://taxauth.invalid',
    table: transport,
  });
});
afterEach(() => {
  holding = undefined;
});
afterAll(async () => {
  unwatchWire();
  transport.close();
  await strict.stop();
  await engine.stop();
});

const WAYS: [whose: string, clientOf: () => DynamoDBClient][] = [
  // Nothing listens at this address: calls of watched clients never reach the endpoint that they were created with.
  ['this process', lazyClient(() => new DynamoDBClient({ ...clientConfig, endpoint: 'http://127.0.0.1:9' }))],
  ['another process', () => new DynamoDBClient({ ...clientConfig, endpoint: strict.endpoint })],
];

describe.each(WAYS)('for a client of %s', (whose, clientOf) => {
  let client: DynamoDBClient;
  beforeAll(() => {
    client = clientOf();
  });
  afterAll(() => client.destroy());

  const Key = (sk: string) => ({ pk: { S: whose }, sk: { S: sk } });
  const Item = (sk: string, value = '1') => ({ ...Key(sk), value: { N: value } });
  const put = (sk: string, value?: string) => ({ Put: { TableName, Item: Item(sk, value) } });
  const write = (...sks: string[]) => client.send(new TransactWriteItemsCommand({ TransactItems: sks.map(sk => put(sk)) }));
  const addTo = (sk: string) =>
    client.send(
      new UpdateItemCommand({
        TableName,
        Key: Key(sk),
        UpdateExpression: 'ADD hits :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    );
  const read = async (sk: string) =>
    (await client.send(new GetItemCommand({ TableName, Key: Key(sk), ConsistentRead: true }))).Item;

  test('a prefix of a key condition is compared case-sensitively', async () => {
    await write('ab#1', 'AB#2', 'aB#3');
    const found = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)',
        ExpressionAttributeValues: { ':p': { S: whose }, ':s': { S: 'ab' } },
      }),
    );
    expect(found.Items?.map(item => item['sk'])).toEqual([{ S: 'ab#1' }]);
  });

  test('an index key that is too long is rejected', async () => {
    const tooLong = { ...Item('long'), gsi1sk: { S: 'x'.repeat(1025) } };
    const alone = client.send(new PutItemCommand({ TableName, Item: tooLong }));
    expect(await refusal(alone)).toMatchObject({ name: 'ValidationException' });
    const actions = [put('a'), { Put: { TableName, Item: tooLong } }];
    const together = client.send(new TransactWriteItemsCommand({ TransactItems: actions }));
    await expect(together).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
  });

  /** Sends a transaction, lets `during` run while it is in progress, and ends it. */
  async function whileInProgress(transaction: () => Promise<unknown>, during: () => Promise<void>): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    holding = { begun: begun.resolve, released: released.promise };
    const sent = transaction();
    await begun.promise;
    holding = undefined;
    try {
      await during();
    } finally {
      released.resolve();
      await sent;
    }
  }

  const reasonsOf = async (refused: Promise<unknown>): Promise<unknown[]> => {
    const error = (await refused.then(
      () => undefined,
      (reason: unknown) => reason,
    )) as TransactionCanceledException;
    expect(error.name).toBe('TransactionCanceledException');
    return (error.CancellationReasons ?? []).map(reason => [reason.Code, reason.Message]);
  };
  const CONFLICT = ['TransactionConflict', 'Transaction is ongoing for the item'];
  const NONE = ['None', undefined];
  const CONFLICT_ERROR = { name: 'TransactionConflictException', status: 400, message: 'Transaction is ongoing for the item' };

  describe('while a transaction on an item is in progress', () => {
    test('plain writes of it fail with TransactionConflictException, and succeed afterwards', async () => {
      await whileInProgress(
        () => write('a1', 'a2'),
        async () => {
          expect(await refusal(client.send(new PutItemCommand({ TableName, Item: Item('a1') })))).toMatchObject(CONFLICT_ERROR);
          expect(await refusal(addTo('a2'))).toMatchObject(CONFLICT_ERROR);
          expect(await refusal(client.send(new DeleteItemCommand({ TableName, Key: Key('a1') })))).toMatchObject(CONFLICT_ERROR);
          await addTo('a3');
        },
      );
      await addTo('a2');
      expect(await read('a2')).toEqual({ ...Item('a2'), hits: { N: '1' } });
    });

    test('another transaction is cancelled, with the reason at the place of the item; nothing of it is written', async () => {
      await whileInProgress(
        () => write('b1', 'b2'),
        async () => {
          expect(await reasonsOf(write('b3', 'b2', 'b4'))).toEqual([NONE, CONFLICT, NONE]);
          const check = { ConditionCheck: { TableName, Key: Key('b1'), ConditionExpression: 'attribute_not_exists(pk)' } };
          const checked = client.send(new TransactWriteItemsCommand({ TransactItems: [put('b3'), check] }));
          expect(await reasonsOf(checked)).toEqual([NONE, CONFLICT]);
          expect(await read('b3')).toBeUndefined();
        },
      );
      await write('b3', 'b2', 'b4');
    });

    test('reads return the state before it; a transaction of reads is cancelled', async () => {
      await write('c1');
      const remove = { Delete: { TableName, Key: Key('c1') } };
      await whileInProgress(
        () => client.send(new TransactWriteItemsCommand({ TransactItems: [remove] })),
        async () => {
          expect(await read('c1')).toEqual(Item('c1'));
          const query = { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': { S: whose } } };
          const { Items } = await client.send(new QueryCommand({ TableName, ConsistentRead: true, ...query }));
          expect(Items).toContainEqual(Item('c1'));
          const gets = ['c2', 'c1'].map(sk => ({ Get: { TableName, Key: Key(sk) } }));
          expect(await reasonsOf(client.send(new TransactGetItemsCommand({ TransactItems: gets })))).toEqual([NONE, CONFLICT]);
        },
      );
      expect(await read('c1')).toBeUndefined();
    });

    test('BatchWriteItem returns it as unprocessed and writes the others', async () => {
      const requests = (...sks: string[]) => ({ [TableName]: sks.map(sk => ({ PutRequest: { Item: Item(sk, '2') } })) });
      await whileInProgress(
        () => write('d1'),
        async () => {
          const both = await client.send(new BatchWriteItemCommand({ RequestItems: requests('d1', 'd2') }));
          expect(both.UnprocessedItems).toEqual(requests('d1'));
          expect(await read('d2')).toEqual(Item('d2', '2'));
          const none = await client.send(new BatchWriteItemCommand({ RequestItems: requests('d1') }));
          expect(none.UnprocessedItems).toEqual(requests('d1'));
        },
      );
      expect((await client.send(new BatchWriteItemCommand({ RequestItems: requests('d1') }))).UnprocessedItems).toEqual({});
      expect(await read('d1')).toEqual(Item('d1', '2'));
    });
  });

  describe('a ClientRequestToken', () => {
    const withToken = (ClientRequestToken: string, sk: string, by = '1') =>
      client.send(
        new TransactWriteItemsCommand({
          ClientRequestToken: `${ClientRequestToken} of ${whose}`,
          TransactItems: [
            {
              Update: {
                TableName,
                Key: Key(sk),
                UpdateExpression: 'ADD hits :by',
                ExpressionAttributeValues: { ':by': { N: by } },
              },
            },
          ],
        }),
      );

    test('repeated while in progress: TransactionInProgressException; after the commit: success, executed once', async () => {
      await whileInProgress(
        () => withToken('e', 'e1'),
        async () => {
          expect(await refusal(withToken('e', 'e1'))).toMatchObject({ name: 'TransactionInProgressException', status: 400 });
        },
      );
      await withToken('e', 'e1');
      expect(await read('e1')).toEqual({ ...Key('e1'), hits: { N: '1' } });
    });

    test('with other content: IdempotentParameterMismatchException, in progress and after it', async () => {
      const mismatch = { name: 'IdempotentParameterMismatchException', status: 400 };
      await whileInProgress(
        () => withToken('f', 'f1'),
        async () => {
          expect(await refusal(withToken('f', 'f1', '2'))).toMatchObject(mismatch);
        },
      );
      expect(await refusal(withToken('f', 'f1', '3'))).toMatchObject(mismatch);
      expect(await read('f1')).toMatchObject({ hits: { N: '1' } });
    });
  });

  test('the limits of DynamoDB apply: 100 items, no item twice, 4 MB a transaction, 400 KB an item', async () => {
    const big = (sk: string, size: number) => ({ Put: { TableName, Item: { ...Item(sk), text: { S: 'x'.repeat(size) } } } });
    for (const TransactItems of [
      Array.from({ length: 101 }, (_, place) => put(`g${place}`)),
      [put('g1'), put('g1')],
      Array.from({ length: 12 }, (_, place) => big(`g${place}`, 390_000)),
      [big('g1', 410_000)],
    ]) {
      expect(await refusal(client.send(new TransactWriteItemsCommand({ TransactItems })))).toMatchObject({ status: 400 });
    }
  });

  test('calls that are not about items reach the engine unchanged, and its errors are returned unchanged', async () => {
    const refused = refusal(client.send(new PutItemCommand({ TableName: 'missing', Item: Item('h1') })));
    expect(await refused).toMatchObject({ name: 'ResourceNotFoundException', status: 400 });
    const failed = client.send(
      new UpdateItemCommand({
        TableName,
        Key: Key('h1'),
        UpdateExpression: 'SET x = :x',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':x': { N: '1' } },
      }),
    );
    expect(await refusal(failed)).toMatchObject({ name: 'ConditionalCheckFailedException', status: 400 });
  });
});
