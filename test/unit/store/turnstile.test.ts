import { beforeEach, describe, expect, test } from 'vitest';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../../shared/aws/dynamodb.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import { getItem } from '../../../shared/store/read.ts';
import { type Key, tableName } from '../../../shared/store/table.ts';
import { put, transact, update } from '../../../shared/store/transact.ts';
import { decideInTurn, pauseBefore } from '../../../shared/store/turnstile.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
let record: Key;
let turnstile: Key;

beforeEach(async () => {
  const pk = table.partition();
  record = { pk, sk: 'RECORD' };
  turnstile = { pk, sk: 'TURN' };
  await transact([put({ ...record, kind: 'record', value: 0 })]);
});

const valueOf = async (): Promise<number> => (await getItem<Key & { value: number }>(record))?.value ?? -1;

/** Takes the next value, as long as it is the one after what was read. */
const takeNext = (): Promise<number> =>
  decideInTurn(turnstile, async (_, more) => {
    const before = await valueOf();
    const next = update(record, {
      expression: 'SET #value = :next',
      names: { '#value': 'value' },
      values: { ':next': before + 1, ':before': before },
      condition: '#value = :before',
    });
    await transact([next, ...more]);
    return before + 1;
  });

describe('decisions that crowd in on one item', () => {
  test('take turns: each gets through, on fresh data, with few transactions each', async () => {
    const values = await Promise.all(Array.from({ length: 24 }, takeNext));
    expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, place) => place + 1));
    expect(table.callsOf('TransactWriteItems').length).toBeLessThanOrEqual(6 * 24);
  });

  test('one alone never touches the turnstile', async () => {
    expect(await takeNext()).toBe(1);
    expect(table.callsOf('UpdateItem')).toEqual([]);
    expect(await getItem(turnstile)).toBeUndefined();
  });

  test('one that died with its ticket is not waited for for ever', async () => {
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: turnstile,
        UpdateExpression: 'ADD tickets :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
    const values = await Promise.all([takeNext(), takeNext(), takeNext()]);
    expect(values.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });

  test('one that is refused in its turn lets the next one pass', async () => {
    const refused = decideInTurn(turnstile, async attempt => {
      await transact([put({ ...record, kind: 'record', value: 0 }, { expression: 'attribute_not_exists(pk)' })]).catch(error => {
        throw attempt === 0 ? error : notFound('Record');
      });
    });
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    const { tickets, served } = (await getItem<Key & { tickets: number; served: number }>(turnstile)) ?? {};
    expect([tickets, served]).toEqual([1, 1]);
  });
});

describe('the wait between two looks', () => {
  test('is short for those next in line, and most of what the queue before the others takes', () => {
    for (const [ahead, pace, least, most] of [
      [0, 100, 5, 25],
      [1, 100, 5, 25],
      [2, 100, 5, 25],
      [3, 100, 55, 105],
      [12, 20, 105, 185],
      [1_000, 20, 505, 825],
    ] as const) {
      for (let dice = 0; dice < 50; dice++) {
        const pause = pauseBefore(ahead, pace);
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(most);
      }
    }
  });
});
