import { describe, expect, test } from 'vitest';
import { type IamRequest, isAllowed } from '../../../../infra/local/policy/evaluate.ts';
import { allow, type Statement } from '../../../../infra/grants/statement.ts';

const TABLE = 'arn:${AWS::Partition}:dynamodb:table/a';
const request = (change: Partial<IamRequest> = {}): IamRequest => ({
  action: 'dynamodb:PutItem',
  resource: TABLE,
  context: {},
  ...change,
});
const keys = (...values: string[]) => ({ context: { 'dynamodb:LeadingKeys': values } });
const write = (condition?: Statement['Condition']) => [allow(['dynamodb:PutItem'], [TABLE], condition)];
const LIKE = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['RATE#*', 'U#*'] } };
const NOT = { 'ForAllValues:StringNotEquals': { 'dynamodb:LeadingKeys': ['JWKS'] } };
const MOST = { NumericLessThanEquals: { days: '366' } };
const NEW = { Null: { 's3:if-none-match': 'false' } };

describe("the permissions of a role's statements", () => {
  test.each<[string, Statement[], IamRequest, boolean]>([
    ['nothing without statements', [], request(), false],
    ['the action and the resource that are named', write(), request(), true],
    ['no other action', write(), request({ action: 'dynamodb:DeleteItem' }), false],
    ['no other resource', write(), request({ resource: `${TABLE}b` }), false],
    [
      'the actions that one of several allows',
      [...write(), allow(['s3:GetObject'], ['*'])],
      request({ action: 's3:GetObject' }),
      true,
    ],
    ['a resource by its beginning', [allow(['dynamodb:PutItem'], ['arn:*'])], request(), true],
    ['… and nothing before it', [allow(['dynamodb:PutItem'], ['rn:*'])], request(), false],
    ['characters of patterns for themselves', [allow(['dynamodb:PutItem'], ['arn:.*'])], request({ resource: 'arn:xx' }), false],
    ['all keys that match one of the patterns', write(LIKE), request(keys('RATE#1', 'U#2')), true],
    ['… not if one is not', write(LIKE), request(keys('RATE#1', 'C#2')), false],
    ['… and requests without a key', write(LIKE), request(), true],
    ['keys other than those that are excluded', write(NOT), request(keys('C#1')), true],
    ['… not the excluded one, also among others', write(NOT), request(keys('C#1', 'JWKS')), false],
    ['requests that have a header', write(NEW), request({ context: { 's3:if-none-match': ['*'] } }), true],
    ['… not without it', write(NEW), request(), false],
    ['a value that must be equal', write({ StringEquals: { a: 'x' } }), request({ context: { a: ['x'] } }), true],
    ['… not another one', write({ StringEquals: { a: 'x' } }), request({ context: { a: ['y'] } }), false],
    ['… not if it is missing', write({ StringEquals: { a: 'x' } }), request(), false],
    ['a value with a wildcard', write({ StringLike: { a: 'x/*' } }), request({ context: { a: ['x/1'] } }), true],
    ['a number up to the one that is named', write(MOST), request({ context: { days: ['366'] } }), true],
    ['… not above it', write(MOST), request({ context: { days: ['367'] } }), false],
    ['… not if it is missing', write(MOST), request(), false],
    ['every one of several conditions', write({ ...NEW, ...NOT }), request(keys('C#1')), false],
  ])('%s', (_, statements, asked, expected) => {
    expect(isAllowed(statements, asked)).toBe(expected);
  });

  test('an unknown operator is an error, and never ignored', () => {
    expect(() => isAllowed(write({ DateGreaterThan: { a: 'x' } }), request())).toThrow('DateGreaterThan');
  });
});
