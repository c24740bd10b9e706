import { describe, expect, type MockInstance, test, vi } from 'vitest';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, tableName } from '#shared/platform/store/table.ts';
import {
  check,
  commitPlainly,
  ConditionFailed,
  create,
  decidedOn,
  put,
  remove,
  retryOnContention,
  retryPlainWrite,
  transact,
  update,
  type Write,
} from '#shared/platform/store/transact.ts';
import { conflict, Problem } from '#shared/base/kernel/errors.ts';
import { useTable } from '../../support/table.ts';

/** Waits between attempts are recorded, not waited for. */
const waits: number[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: (millis: number) => {
    waits.push(millis);
    return Promise.resolve();
  },
}));

const table = useTable();

/** The number of times that the SDK sends a call whose response is lost or an error of the server. */
const SDK_SENDS = 4;

const item = (pk: string, sk: string, more: object = {}): Item & Record<string, unknown> => ({ pk, sk, kind: 'client', ...more });
const read = (pk: string, sk: string) => getItem<Item & Record<string, unknown>>({ pk, sk });
const sends = () => table.callsOf('TransactWriteItems');
const tokens = () => new Set(sends().map(call => call.input['ClientRequestToken']));
const addOne = (key: Key) => update(key, { expression: 'ADD hits :one', values: { ':one': 1 } });

describe('a transaction', () => {
  test('writes everything: put, create, update, remove, check', async () => {
    const pk = table.partition();
    await transact([create(item(pk, 'A')), create(item(pk, 'B')), create(item(pk, 'D', { state: 'open' }))]);
    await transact([
      put(item(pk, 'A', { changed: true })),
      update({ pk, sk: 'C' }, { expression: 'SET #kind = :kind', names: { '#kind': 'kind' }, values: { ':kind': 'new' } }),
      remove({ pk, sk: 'B' }),
      check({ pk, sk: 'D' }, { expression: '#state = :open', names: { '#state': 'state' }, values: { ':open': 'open' } }),
    ]);
    expect(await read(pk, 'A')).toMatchObject({ changed: true });
    expect(await read(pk, 'B')).toBeUndefined();
    expect(await read(pk, 'C')).toEqual({ pk, sk: 'C', kind: 'new' });
  });

  test('a condition that fails: nothing is written, and the error has the write’s place and the item found', async () => {
    const pk = table.partition();
    await transact([create(item(pk, 'B', { version: 7 })), create(item(pk, 'E'))]);
    const failed = transact([create(item(pk, 'A')), create(item(pk, 'B')), addOne({ pk, sk: 'C' })]);
    await expect(failed).rejects.toThrow(ConditionFailed);
    await expect(failed).rejects.toMatchObject({ write: 1, found: { pk, sk: 'B', kind: 'client', version: 7 } });
    expect(await read(pk, 'A')).toBeUndefined();
    expect(await read(pk, 'C')).toBeUndefined();
    expect(sends()).toHaveLength(2);
  });

  test('a condition on a missing item finds nothing', async () => {
    const pk = table.partition();
    const missing = { expression: 'attribute_exists(pk)' };
    await expect(transact([remove({ pk, sk: 'X' }, missing)])).rejects.toMatchObject({ write: 0, found: undefined });
    await expect(transact([check({ pk, sk: 'X' }, missing)])).rejects.toMatchObject({ write: 0, found: undefined });
  });

  test('a write may define the error of its failed condition, from the item found', async () => {
    const pk = table.partition();
    await transact([create(item(pk, 'A', { owner: 'Ana' }))]);
    const taken = transact([
      create(item(pk, 'B')),
      create(item(pk, 'A'), found => conflict(`Taken by ${String(found?.['owner'])}.`)),
    ]);
    await expect(taken).rejects.toThrow(Problem);
    await expect(taken).rejects.toMatchObject({ code: 'conflict', message: 'Taken by Ana.' });
  });

  test('of several failed conditions the first write’s is reported', async () => {
    const pk = table.partition();
    await transact([create(item(pk, 'A')), create(item(pk, 'B'))]);
    const both = transact([create(item(pk, 'A'), () => conflict('first')), create(item(pk, 'B'), () => conflict('second'))]);
    await expect(both).rejects.toMatchObject({ message: 'first' });
  });

  test.each(['conflict', 'throttle', 'fail', 'lostAnswer'] as const)(
    '%s: sent again with the same token until it succeeds, and done once',
    async kind => {
      const pk = table.partition();
      table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind, times: 2 });
      await transact([addOne({ pk, sk: 'A' }), create(item(pk, 'B'))]);
      expect(sends()).toHaveLength(3);
      expect(tokens().size).toBe(1);
      expect(await read(pk, 'A')).toMatchObject({ hits: 1 });
      expect(await read(pk, 'B')).toBeDefined();
    },
  );

  test('a lost response is recognised as our own commit, also when the item is of a kind that must not exist yet', async () => {
    const pk = table.partition();
    // More often than the SDK repeats it.
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', times: 6 });
    await transact([create(item(pk, 'A'), () => conflict('Taken.')), addOne({ pk, sk: 'B' })]);
    expect(await read(pk, 'B')).toMatchObject({ hits: 1 });
    expect(tokens().size).toBe(1);
  });

  test('two transactions never share a token', async () => {
    const pk = table.partition();
    await Promise.all([transact([addOne({ pk, sk: 'A' })]), transact([addOne({ pk, sk: 'B' })])]);
    await transact([addOne({ pk, sk: 'A' })]);
    expect(tokens().size).toBe(3);
    expect(await read(pk, 'A')).toMatchObject({ hits: 2 });
  });

  test('503 with Retry-After when conflicts do not end, after waits that grow and are randomised', async () => {
    waits.length = 0;
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict' });
    const busy = transact([addOne({ pk: table.partition(), sk: 'A' })]);
    await expect(busy).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 1 });
    expect(sends()).toHaveLength(80);
    expect(waits).toHaveLength(79);
    waits.forEach((millis, attempt) => expect(millis).toBeLessThanOrEqual(Math.min(500, 20 * 2 ** attempt)));
    expect(Math.max(...waits)).toBeGreaterThan(400);
    expect(new Set(waits).size).toBeGreaterThan(5);
  });

  test.each([
    ['conflict', 15, 5],
    ['fail', 8, 3],
  ] as const)('503 when %s does not end, no later than %i seconds and one send after the beginning', async (kind, _, most) => {
    let elapsed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 3_000));
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind });
    const busy = transact([addOne({ pk: table.partition(), sk: 'A' })]);
    await expect(busy).rejects.toMatchObject({ code: 'service_unavailable' });
    clock.mockRestore();
    const ofTheSdk = kind === 'fail' ? SDK_SENDS : 1;
    expect(sends()).toHaveLength(most * ofTheSdk);
  });

  test('a conflict on an item that the decision was made on: to be decided again at once, as another send would fail', async () => {
    const pk = table.partition();
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', times: 1 });
    const taken = transact([decidedOn(addOne({ pk, sk: 'A' })), create(item(pk, 'B'))]);
    await expect(taken).rejects.toMatchObject({ name: 'ConditionFailed', write: 0 });
    expect(sends()).toHaveLength(1);
  });

  test('a conflict after a lost response does not reveal the result of the first send: the transaction is sent again, and is done once', async () => {
    const pk = table.partition();
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', times: 1 });
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', times: 1 });
    await transact([decidedOn(create(item(pk, 'A'))), create(item(pk, 'B'))]);
    expect(sends()).toHaveLength(3);
    expect(tokens().size).toBe(1);
  });

  test('the same for a conflict after a send of which all responses were lost, those to the repetitions of the SDK too: done once', async () => {
    const pk = table.partition();
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', times: SDK_SENDS });
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', times: 1 });
    await transact([decidedOn(create(item(pk, 'A'))), addOne({ pk, sk: 'B' })]);
    expect(sends()).toHaveLength(SDK_SENDS + 2);
    expect(tokens().size).toBe(1);
    expect(await read(pk, 'B')).toMatchObject({ hits: 1 });
  });

  test('a conflict on another item does not affect the decision: the transaction is sent again', async () => {
    const pk = table.partition();
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', times: 1 });
    await transact([addOne({ pk, sk: 'A' }), decidedOn(create(item(pk, 'B')))]);
    expect(sends()).toHaveLength(2);
    expect(tokens().size).toBe(1);
  });

  test('a failed condition takes precedence over a conflict: the decision must be made again, without waiting', async () => {
    const pk = table.partition();
    await transact([create(item(pk, 'A'))]);
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', times: 1 });
    await expect(transact([create(item(pk, 'A'))])).rejects.toThrow(ConditionFailed);
  });

  const canceled = (...codes: string[]) =>
    Object.assign(new Error('Canceled.'), {
      ...{ name: 'TransactionCanceledException', $metadata: { attempts: 1 } },
      CancellationReasons: codes.map(Code => ({ Code })),
    });
  /** The outcome of a transaction whose first send returns an error, and the number of its sends. */
  const answeredBy = async (error: Error, write: (write: Write) => Write = one => one): Promise<unknown[]> => {
    const pk = table.partition();
    const spy = vi.spyOn(dynamodb(), 'send') as unknown as MockInstance<() => Promise<unknown>>;
    spy.mockRejectedValueOnce(error);
    const outcome = await transact([write(addOne({ pk, sk: 'A' })), write(addOne({ pk, sk: 'B' }))]).catch(
      (thrown: unknown) => thrown,
    );
    const sent = spy.mock.calls.length;
    spy.mockRestore();
    return [outcome, sent];
  };

  test.each([
    ['TransactionConflict', 2],
    ['ThrottlingError', 2],
    ['ProvisionedThroughputExceeded', 2],
    ['ValidationError', 1],
    ['ItemCollectionSizeLimitExceeded', 1],
  ])('canceled by %s it is sent %i times', async (code, times) => {
    const error = canceled('None', code);
    expect(await answeredBy(error)).toEqual([times === 1 ? error : undefined, times]);
  });

  test('of two items that its decision was made on, and that others write now, it reports the first', async () => {
    const [outcome, sent] = await answeredBy(canceled('TransactionConflict', 'TransactionConflict'), decidedOn);
    expect([outcome, sent]).toMatchObject([{ name: 'ConditionFailed', write: 0 }, 1]);
  });

  test('a request that DynamoDB does not accept is an error at once: it would never succeed', async () => {
    const pk = table.partition();
    const twice = transact([put(item(pk, 'A')), put(item(pk, 'A'))]);
    await expect(twice).rejects.toMatchObject({ name: 'ValidationException' });
    expect(sends()).toHaveLength(1);
  });

  test('commitPlainly commits and returns the result', async () => {
    const pk = table.partition();
    expect(await commitPlainly([create(item(pk, 'A'))], 'result')).toBe('result');
    await expect(commitPlainly([create(item(pk, 'A'))], 'result')).rejects.toThrow(ConditionFailed);
  });
});

describe('a transaction of one write', () => {
  const open = { expression: '#state = :open', names: { '#state': 'state' }, values: { ':open': 'open' } };
  const close = (pk: string) =>
    update(
      { pk, sk: 'A' },
      {
        expression: 'SET #state = :closed',
        names: open.names,
        values: { ...open.values, ':closed': 'closed' },
        condition: open.expression,
      },
    );
  const opened = async (): Promise<string> => {
    const pk = table.partition();
    await transact([create(item(pk, 'A', { state: 'open' })), create(item(pk, 'B'))]);
    table.calls.length = 0;
    return pk;
  };
  const operations = () => table.calls.map(call => call.operation);

  test('is PutItem, UpdateItem or DeleteItem: no transaction, at half the price', async () => {
    const pk = await opened();
    await transact([create(item(pk, 'C'))]);
    await transact([close(pk)]);
    await transact([update({ pk, sk: 'B' }, { expression: 'REMOVE nothing', condition: 'attribute_exists(pk)' })]);
    await transact([remove({ pk, sk: 'C' })]);
    expect(operations()).toEqual(['PutItem', 'UpdateItem', 'UpdateItem', 'DeleteItem']);
    expect(await read(pk, 'A')).toMatchObject({ state: 'closed' });
    expect(await read(pk, 'C')).toBeUndefined();
  });

  test('stays a transaction where only a transaction is done once however often it is sent: counting, and removing an item that must exist', async () => {
    const pk = await opened();
    await transact([addOne({ pk, sk: 'A' })]);
    await transact([update({ pk, sk: 'A' }, { expression: 'SET hits = hits + :one', values: { ':one': 1 } })]);
    await transact([remove({ pk, sk: 'A' }, open)]);
    await transact([check({ pk, sk: 'B' }, { expression: 'attribute_exists(pk)' })]);
    expect(operations()).toEqual(Array.from({ length: 4 }, () => 'TransactWriteItems'));
  });

  test('a failed condition is reported with the item found, or by the error that the write makes of it', async () => {
    const pk = await opened();
    const taken = create(item(pk, 'A'), found => conflict(`Is ${String(found?.['state'])}.`));
    await expect(transact([taken])).rejects.toMatchObject({ code: 'conflict', message: 'Is open.' });
    await transact([close(pk)]);
    await expect(transact([close(pk)])).rejects.toMatchObject({ name: 'ConditionFailed', write: 0, found: { state: 'closed' } });
    const missing = update({ pk, sk: 'X' }, { expression: 'SET x = :x', values: { ':x': 1 }, condition: 'attribute_exists(pk)' });
    await expect(transact([missing])).rejects.toMatchObject({ name: 'ConditionFailed', write: 0, found: undefined });
  });

  test.each([
    ['PutItem', (pk: string) => create(item(pk, 'N'), () => conflict('Taken.'))],
    ['PutItem', (pk: string) => put(item(pk, 'A', { state: 'closed' }), open)],
    ['UpdateItem', close],
    ['DeleteItem', (pk: string) => remove({ pk, sk: 'A' })],
  ] as const)(
    '%s whose response was lost, also more often than the SDK repeats it, is recognised as done by us',
    async (operation, write) => {
      for (const times of [1, 6]) {
        const pk = await opened();
        table.faults.add({ service: 'dynamodb', operation, kind: 'lostAnswer', times });
        await transact([write(pk)]);
        // A failed condition at the second send shows that the first was done.
        expect(operations()).toHaveLength(operation === 'DeleteItem' ? times + 1 : 2);
      }
    },
  );

  test.each(['conflict', 'throttle', 'fail'] as const)('%s: sent again until it succeeds', async kind => {
    const pk = await opened();
    // Once more than the SDK sends it.
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind, times: SDK_SENDS + 1 });
    await transact([close(pk)]);
    expect(operations()).toHaveLength(SDK_SENDS + 2);
    expect(await read(pk, 'A')).toMatchObject({ state: 'closed' });
  });

  test('that DynamoDB does not accept is an error at once', async () => {
    await expect(transact([put(item(table.partition(), ''))])).rejects.toMatchObject({ name: 'ValidationException' });
    expect(operations()).toEqual(['PutItem']);
  });

  test('503 with Retry-After when the table stays busy', async () => {
    const pk = await opened();
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'conflict' });
    await expect(transact([close(pk)])).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 1 });
    expect(operations()).toHaveLength(80);
  });

  test('a conflict on an item that the decision was made on: to be decided again at once', async () => {
    const pk = await opened();
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'conflict', times: 1 });
    await expect(transact([decidedOn(close(pk))])).rejects.toMatchObject({ name: 'ConditionFailed', write: 0 });
  });

  test('a conflict after a lost response: sent again, and recognised as done', async () => {
    const pk = await opened();
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'lostAnswer', times: 1 });
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'conflict', times: 1 });
    await transact([decidedOn(close(pk))]);
    expect(operations()).toHaveLength(3);
  });

  test('a conflict after a send that failed at all repetitions of the SDK: sent again, and recognised as done', async () => {
    const pk = await opened();
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'lostAnswer', times: 1 });
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'fail', times: SDK_SENDS - 1 });
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'conflict', times: 1 });
    await transact([decidedOn(close(pk))]);
    expect(operations()).toHaveLength(SDK_SENDS + 2);
    expect(await read(pk, 'A')).toMatchObject({ state: 'closed' });
  });

  test('of many simultaneous ones one succeeds, also when all responses are lost: a write of another is never taken for our own', async () => {
    for (const faulty of [false, true]) {
      const pk = await opened();
      if (faulty) table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'lostAnswer', rate: 0.5, seed: 7 });
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => transact([close(pk)])));
      table.faults.clear();
      expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1);
      for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ConditionFailed);
    }
  });

  test('that another writer changed before it was sent again is decided again, on the result of both changes', async () => {
    const pk = await opened();
    await transact([create(item(pk, 'N', { version: 1 }))]);
    const increase = (by: string) => async () => {
      const { version, done } = (await read(pk, 'N')) as unknown as { version: number; done?: string[] };
      const next = item(pk, 'N', { version: version + 1, done: [...(done ?? []), by] });
      await transact([put(next, { expression: 'version = :version', values: { ':version': version } })]);
    };
    const client = dynamodb();
    const send = client.send.bind(client);
    let lost = false;
    const spy = vi.spyOn(client, 'send') as unknown as MockInstance<(command: UpdateCommand) => Promise<unknown>>;
    spy.mockImplementation(async command => {
      const answer = await send(command);
      if (lost || !(command instanceof PutCommand)) return answer;
      lost = true;
      await increase('other')();
      throw Object.assign(new Error('Lost.'), { code: 'ECONNRESET' });
    });
    await retryOnContention(increase('mine'));
    spy.mockRestore();
    expect(await read(pk, 'N')).toMatchObject({ version: 4, done: ['mine', 'other', 'mine'] });
  });
});

describe('a plain write of an item that transactions write too', () => {
  const update = (sk: string, pk: string) =>
    retryPlainWrite(() =>
      dynamodb().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk, sk },
          UpdateExpression: 'ADD hits :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      ),
    );

  test('is sent again while a transaction is in progress, and done once', async () => {
    const pk = table.partition();
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'conflict', times: 20 });
    await update('A', pk);
    expect(table.callsOf('UpdateItem')).toHaveLength(21);
    expect(await read(pk, 'A')).toMatchObject({ hits: 1 });
  });

  test('503 with Retry-After when the item stays in transactions', async () => {
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'conflict' });
    await expect(update('A', table.partition())).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 1 });
    expect(table.callsOf('UpdateItem')).toHaveLength(80);
  });

  test('any other error is the outcome', async () => {
    await expect(update('', table.partition())).rejects.toMatchObject({ name: 'ValidationException' });
    expect(table.callsOf('UpdateItem')).toHaveLength(1);
  });
});

describe('a decision under contention', () => {
  const failure = () => new ConditionFailed(0, undefined);

  test('is made again, with the number of the attempt', async () => {
    const attempts: number[] = [];
    const result = await retryOnContention(async attempt => {
      attempts.push(attempt);
      if (attempt < 3) throw failure();
      return 'done';
    });
    expect([result, attempts]).toEqual(['done', [0, 1, 2, 3]]);
  });

  test('any other error is the outcome', async () => {
    let attempts = 0;
    const refused = retryOnContention(async () => {
      attempts++;
      throw conflict('No.');
    });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    expect(attempts).toBe(1);
  });

  test('503 with Retry-After after so many attempts, after waits of 5 seconds at most', async () => {
    waits.length = 0;
    let attempts = 0;
    const busy = retryOnContention(async () => {
      attempts++;
      throw failure();
    });
    await expect(busy).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 1, cause: failure() });
    expect(attempts).toBe(40);
    expect(waits).toHaveLength(39);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
    expect(Math.max(...waits)).toBeGreaterThan(1_000);
  });

  test('of 30 simultaneous changes of one record all are done, one after the other', async () => {
    const pk = table.partition();
    await transact([create(item(pk, 'N', { version: 0, log: [] }))]);
    await Promise.all(
      Array.from({ length: 30 }, (_, place) =>
        retryOnContention(async () => {
          const found = await read(pk, 'N');
          const { version, log } = found as unknown as { version: number; log: number[] };
          await transact([
            put(item(pk, 'N', { version: version + 1, log: [...log, place] }), {
              expression: '#version = :version',
              names: { '#version': 'version' },
              values: { ':version': version },
            }),
          ]);
        }, 200),
      ),
    );
    const { version, log } = (await read(pk, 'N')) as unknown as { version: number; log: number[] };
    expect(version).toBe(30);
    expect(new Set(log).size).toBe(30);
  });
});
