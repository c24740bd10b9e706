import { describe, expect, test } from 'vitest';
import { privilegesOf, privilegesUsed } from '../../../../infra/local/policy/privileges.ts';
import { allow } from '../../../../infra/statement.ts';

const TABLE = 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/a';
const LEADING = 'dynamodb:LeadingKeys';
const counted = allow(['dynamodb:UpdateItem'], [TABLE], { 'ForAllValues:StringLike': { [LEADING]: ['RATE#*', 'U#*'] } });
const update = (...keys: string[]) => ({ action: 'dynamodb:UpdateItem', resource: TABLE, context: { [LEADING]: keys } });

describe('the privileges of a role', () => {
  test.each([
    [
      'each action on each resource',
      allow(
        ['s3:GetObject', 's3:PutObject'],
        ['arn:${AWS::Partition}:s3:::a-${AWS::Region}/x/*', 'arn:${AWS::Partition}:s3:::b/*'],
      ),
      ['s3:GetObject a/x/*', 's3:GetObject b/*', 's3:PutObject a/x/*', 's3:PutObject b/*'],
    ],
    [
      'each pattern of partition keys',
      counted,
      [`dynamodb:UpdateItem table/a [${LEADING} RATE#*]`, `dynamodb:UpdateItem table/a [${LEADING} U#*]`],
    ],
    [
      'a condition that only narrows as one',
      allow(['dynamodb:PutItem'], [TABLE], { 'ForAllValues:StringNotEquals': { [LEADING]: ['JWKS', 'X'] } }),
      [`dynamodb:PutItem table/a [${LEADING} not JWKS|X]`],
    ],
  ])('%s', (_, statement, expected) => {
    expect(privilegesOf([statement])).toEqual(expected);
  });

  test('each once', () => {
    expect(privilegesOf([counted, counted])).toHaveLength(2);
  });
});

describe('the privileges that a call uses', () => {
  test('are those of its partition keys', () => {
    expect(privilegesUsed([counted], update('U#1', 'U#2'))).toEqual([
      `dynamodb:UpdateItem table/a [${LEADING} U#*]`,
      `dynamodb:UpdateItem table/a [${LEADING} U#*]`,
    ]);
  });

  test('are none where it is denied', () => {
    expect(privilegesUsed([counted], update('C#1'))).toEqual([]);
    expect(privilegesUsed([], update('U#1'))).toEqual([]);
  });

  test('are those of the first statement that allows it: a second one is needless', () => {
    const all = allow(['dynamodb:UpdateItem'], ['*']);
    expect(privilegesUsed([all, counted], update('U#1'))).toEqual(['dynamodb:UpdateItem *']);
  });
});
