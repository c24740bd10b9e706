import type { Key } from '#shared/platform/store/table.ts';
import { check, ConditionFailed, type Write } from '#shared/platform/store/transact.ts';

/** A record that a transaction may only change in certain versions. */
export interface ExpectedVersion {
  key: Key;
  /** The accepted values of the item's `version`, at most 100; none: the transaction must not happen. */
  versions: readonly number[];
  /** Creates the error for a record that has another version, or is gone. */
  otherwise: () => Error;
}

/**
 * Adds the condition that a record has an expected version to the transaction that changes it: to the write of its item, or as a check if
 * there is none. So the version is compared at the moment of the commit, and of two writers with the same version only one succeeds.
 */
export function atExpectedVersion(writes: readonly Write[], expected: ExpectedVersion): Write[] {
  if (expected.versions.length === 0) throw expected.otherwise();
  const at = writes.findIndex(write => isOf(write, expected.key));
  if (at < 0) return [...writes, check(expected.key, conditionOf(expected), expected.otherwise)];
  return writes.with(at, conditioned(writes[at] as Write, at, expected));
}

const conditionOf = ({ versions }: ExpectedVersion) => {
  const names = versions.map((_, place) => `:expected${place}`);
  return {
    expression: `#expected IN (${names.join(', ')})`,
    names: { '#expected': 'version' },
    values: Object.fromEntries(names.map((name, place) => [name, versions[place]])),
  };
};

/** The parts of all four kinds of writes that matter here. The `operation` of a write has exactly one member: its kind. */
interface Operation {
  Item?: Record<string, unknown>;
  Key?: Record<string, unknown>;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

function isOf({ operation }: Write, key: Key): boolean {
  const [written = {}]: Operation[] = Object.values(operation);
  const { pk, sk } = written.Key ?? written.Item ?? {};
  return pk === key.pk && sk === key.sk;
}

/** The write with the condition added to its own. It is sent in a transaction, which recognizes a commit whose response was lost. */
function conditioned({ operation, refused, decidedOn }: Write, place: number, expected: ExpectedVersion): Write {
  const [[kind, own] = ['', {}]]: [string, Operation][] = Object.entries(operation);
  const { expression, names, values } = conditionOf(expected);
  const merged = {
    ...own,
    ConditionExpression: own.ConditionExpression ? `(${own.ConditionExpression}) AND ${expression}` : expression,
    ExpressionAttributeNames: { ...own.ExpressionAttributeNames, ...names },
    ExpressionAttributeValues: { ...own.ExpressionAttributeValues, ...values },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  return {
    operation: { [kind]: merged } as Write['operation'],
    ...(decidedOn && { decidedOn }),
    // As expected, but not as the use case has read it: the use case decides again.
    refused: found =>
      expected.versions.includes(found?.['version'] as number)
        ? (refused?.(found) ?? new ConditionFailed(place, found))
        : expected.otherwise(),
  };
}
