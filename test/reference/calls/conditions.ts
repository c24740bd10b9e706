import { type Call, calls, key, TABLE, value, values } from './call.ts';

/** Conditions of writes, by a check in a transaction that changes nothing, and filters of queries. */

const A = { S: 'abc' };
const many = (count: number): string => Array.from({ length: count }, (_, place) => `:v${place}`).join(', ');
const manyValues = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`v${place}`, { N: String(place) }]));
const joined = (count: number): string => Array.from({ length: count }, () => 'attribute_exists(pk)').join(' AND ');

/** A condition on the item with values of all types, with its values. */
const CONDITIONS: Record<string, object | undefined> = {
  'attribute_exists(pk)': {},
  'attribute_not_exists(pk)': {},
  'attribute_exists(items1[1])': {},
  'attribute_exists(items1[9])': {},
  'attribute_exists(#map.a)': {},
  'attribute_type(text1, :t)': { t: { S: 'S' } },
  'attribute_type(numbers, :t)': { t: { S: 'NS' } },
  'attribute_type(flag, :t)': { t: { S: 'BOOL' } },
  'attribute_type(flag, :x)': { x: { S: 'BOOLEAN' } },
  'attribute_type(flag, :y)': { y: { N: '1' } },
  'begins_with(#text, :p)': { p: { S: 'ab' } },
  'begins_with(#text, :u)': { u: { S: 'AB' } },
  'begins_with(#text, :n)': { n: { N: '1' } },
  'begins_with(bytes, :b)': { b: { B: 'AQ==' } },
  'contains(#text, :c)': { c: { S: 'b' } },
  'contains(texts, :c)': { c: { S: 'b' } },
  'contains(items1, :c)': { c: { S: 'b' } },
  'contains(items1, :d)': { d: { N: '3' } },
  'contains(numbers, :d)': { d: { N: '2.0' } },
  'size(#text) = :three': { three: { N: '3' } },
  'size(items1) > :three': { three: { N: '3' } },
  'size(#map) = :two': { two: { N: '2' } },
  'size(bytes) = :three': { three: { N: '3' } },
  'size(#count) = :three': { three: { N: '3' } },
  '#count IN (:a, :b)': { a: { N: '4' }, b: { N: '5.0' } },
  [`#count IN (${many(100)})`]: manyValues(100),
  [`#count IN (${many(101)})`]: manyValues(101),
  '#count BETWEEN :a AND :b': { a: { N: '1' }, b: { N: '9' } },
  '#count BETWEEN :b AND :a': { a: { N: '1' }, b: { N: '9' } },
  '#count BETWEEN :a AND :s': { a: { N: '1' }, s: A },
  '#count = :s': { s: A },
  '#count <> :s': { s: A },
  '#count < :s': { s: A },
  '#count = :f': { f: { N: '5.00' } },
  '#count > :m': { m: { N: '-5e0' } },
  'flag = :true': { true: value(true) },
  'flag < :true': { true: value(true) },
  'nothing = :null': { null: value(null) },
  'items1 = :list': { list: value(['a', 'b', 3]) },
  '#map.a = :one': { one: value(1) },
  '#map = :map': { map: value({ a: 1, 'with space': { b: 2 } }) },
  'texts = :texts': { texts: { SS: ['b', 'a'] } },
  'bytes = :bytes': { bytes: { B: 'AQID' } },
  'absent1 = :a': { a: A },
  'absent1 <> :a': { a: A },
  'NOT absent1 = :a': { a: A },
  'NOT #count = :a AND flag = :t OR nothing = :n': { a: { N: '1' }, t: value(false), n: value(null) },
  '(#count = :a OR flag = :t) AND nothing = :n': { a: { N: '1' }, t: value(true), n: value(null) },
  '#count = #count': {},
  '#text = :unusedless': undefined,
  ':a = :a': { a: A },
  'size(:a) = :three': { a: A, three: { N: '3' } },
  'count = :a': { a: A },
  'flag = :a AND': { a: A },
  'flag = = :a': { a: A },
  '': {},
  'attribute_exists(:a)': { a: A },
  'attribute_exists(flag, pk)': {},
  'nowhere(flag)': {},
  'flag[0] = :a': { a: A },
  '#text.deeper = :a': { a: A },
  'items1[-1] = :a': { a: A },
  'begins_with(#text, #text)': {},
  [joined(300)]: {},
  [joined(302)]: {},
};

const NAMES = { '#map': 'map', '#text': 'text', '#count': 'count' };

/** The names that an expression uses: one that is not used is refused. */
const namesIn = (expression: string): object => {
  const used = Object.entries(NAMES).filter(([name]) => expression.includes(name));
  return used.length > 0 ? { ExpressionAttributeNames: Object.fromEntries(used) } : {};
};

const withValues = (given: object | undefined): object =>
  given && Object.keys(given).length > 0 ? { ExpressionAttributeValues: values(given as Record<string, unknown>) } : {};

const short = (expression: string): string =>
  expression.length > 80 ? `${expression.slice(0, 60)}… (${expression.length})` : expression;

export const CONDITION_CALLS: Call[] = Object.entries(CONDITIONS).flatMap(([expression, given]) => {
  const parts = { ...namesIn(expression), ...withValues(given) };
  return [
    ...calls('condition', 'TransactWriteItems', {
      [short(expression)]: {
        TransactItems: [{ ConditionCheck: { TableName: TABLE, Key: key('RICH'), ConditionExpression: expression, ...parts } }],
      },
    }),
    ...calls('condition of an update', 'UpdateItem', {
      [short(expression)]: { Key: key('RICH'), UpdateExpression: 'REMOVE unknown', ConditionExpression: expression, ...parts },
    }),
  ];
});
