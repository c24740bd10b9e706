import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { atExpectedVersion } from '#shared/platform/lambda/endpoint/conventions/expected-version.ts';
import { ConditionFailed, put, remove, update, type Write } from '#shared/platform/store/transact.ts';

const KEY = { pk: 'C#1', sk: 'CLIENT#1' };
const ITEM = { ...KEY, kind: 'client' as const };
const OTHER = { pk: 'C#1', sk: 'CLIENT#2' };
const changed = new Error('changed');
const own = new Error('own');
const expected = (...versions: number[]) => ({ key: KEY, versions, otherwise: () => changed });
const OWN = { expression: '#a = :a', names: { '#a': 'a' }, values: { ':a': 1 } };

/** The parts of an operation that the test looks at. */
const conditionOf = ({ operation }: Write) => {
  const [{ ConditionExpression: expression, ExpressionAttributeValues: values }] = Object.values(operation) as unknown as [
    { ConditionExpression: string; ExpressionAttributeValues: Record<string, unknown> },
  ];
  return { expression, values };
};

beforeAll(() => void vi.stubEnv('TABLE_NAME', 'test'));
afterAll(() => void vi.unstubAllEnvs());

describe('a transaction that expects a version of a record', () => {
  test.each([
    ['put', () => put({ ...KEY, kind: 'client', a: 2 }, OWN)],
    [
      'update',
      () => update(KEY, { expression: 'SET #a = :b', names: OWN.names, values: { ':a': 1, ':b': 2 }, condition: '#a = :a' }),
    ],
    ['remove', () => remove(KEY, OWN)],
  ])('adds its condition to the %s of the record', (_, write) => {
    const writes = atExpectedVersion([remove(OTHER), write()], expected(4, 5));
    const [other, own] = writes.map(conditionOf);
    expect(writes).toHaveLength(2);
    expect(other?.expression).toBeUndefined();
    expect(own?.expression).toBe('(#a = :a) AND #expected IN (:expected0, :expected1)');
    expect(own?.values).toMatchObject({ ':a': 1, ':expected0': 4, ':expected1': 5 });
  });

  test('for a write without a condition, only the version decides', () => {
    const [write] = atExpectedVersion([remove(KEY)], expected(4)) as [Write];
    expect(conditionOf(write)).toEqual({ expression: '#expected IN (:expected0)', values: { ':expected0': 4 } });
  });

  test('checks a record that it does not write', () => {
    const writes = atExpectedVersion([remove(OTHER)], expected(4));
    expect(writes.map(({ operation }) => Object.keys(operation))).toEqual([['Delete'], ['ConditionCheck']]);
  });

  test('a version that no tag names never succeeds', () =>
    expect(() => atExpectedVersion([remove(KEY)], expected())).toThrow(changed));

  test.each([
    ['another version', () => put(ITEM, OWN, () => own), { version: 6 }, changed],
    ['no record', () => put(ITEM, OWN, () => own), undefined, changed],
    ['the version, but not the condition of the use case', () => put(ITEM, OWN, () => own), { version: 4 }, own],
    ['the version, and a use case that decides again', () => put(ITEM, OWN), { version: 4 }, expect.any(ConditionFailed)],
  ])('is rejected with %s', (_, write, found, error) => {
    const [conditioned] = atExpectedVersion([write()], expected(4)) as [Write];
    expect(conditioned.refused?.(found)).toEqual(error);
  });
});
