import { type Call, calls, image, key, TABLE, values } from './call.ts';

/** Batches and transactions: limits, duplicates, failed conditions. */

const put = (sk: string, more: object = {}): object => ({ PutRequest: { Item: { ...key(sk, 'M'), ...image(more) } } });
const numbered = <T>(count: number, of: (place: number) => T): T[] => Array.from({ length: count }, (_, place) => of(place));
const action = (sk: string, more: object = {}): object => ({ Put: { TableName: TABLE, Item: key(sk, 'M'), ...more } });
const failing = { ConditionExpression: 'attribute_exists(pk)' };

export const MANY_CALLS: Call[] = [
  ...calls('batch', 'BatchWriteItem', {
    '25 items': { RequestItems: { [TABLE]: numbered(25, place => put(`B${place}`)) } },
    '26 items': { RequestItems: { [TABLE]: numbered(26, place => put(`B${place}`)) } },
    none: { RequestItems: { [TABLE]: [] } },
    'no table': { RequestItems: {} },
    'an item twice': { RequestItems: { [TABLE]: [put('twice'), put('twice', { other: 1 })] } },
    'an item put and deleted': { RequestItems: { [TABLE]: [put('both'), { DeleteRequest: { Key: key('both', 'M') } }] } },
    'two operations in one': { RequestItems: { [TABLE]: [{ ...put('two'), DeleteRequest: { Key: key('three', 'M') } }] } },
    'an unknown table': { RequestItems: { unknown: [put('x')] } },
    'a key that is too long': { RequestItems: { [TABLE]: [put('x'.repeat(1025))] } },
    'an index key that is too long': { RequestItems: { [TABLE]: [put('long', { gsi1pk: 'g', gsi1sk: 'x'.repeat(1025) })] } },
  }),
  ...calls('batch', 'BatchGetItem', {
    'items and what is not there': { RequestItems: { [TABLE]: { Keys: [key('C'), key('none')], ProjectionExpression: 'sk' } } },
    'a key twice': { RequestItems: { [TABLE]: { Keys: [key('C'), key('C')] } } },
    '100 keys': { RequestItems: { [TABLE]: { Keys: numbered(100, place => key(`none${place}`)) } } },
    '101 keys': { RequestItems: { [TABLE]: { Keys: numbered(101, place => key(`none${place}`)) } } },
    'no key': { RequestItems: { [TABLE]: { Keys: [] } } },
    'an empty key': { RequestItems: { [TABLE]: { Keys: [key('')] } } },
  }),
  ...calls('transaction', 'TransactWriteItems', {
    'two items': { TransactItems: [action('T1'), action('T2')] },
    '100 items': { TransactItems: numbered(100, place => action(`H${place}`)) },
    '101 items': { TransactItems: numbered(101, place => action(`H${place}`)) },
    none: { TransactItems: [] },
    'an item twice': { TransactItems: [action('T3'), action('T3')] },
    'an item checked and written': {
      TransactItems: [{ ConditionCheck: { TableName: TABLE, Key: key('T1', 'M'), ...failing } }, action('T1')],
    },
    'a failed condition': { TransactItems: [action('T4'), action('T5', failing)] },
    'a failed condition, with the item': {
      TransactItems: [
        action('T4'),
        action('T1', { ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      ],
    },
    'two operations in one': { TransactItems: [{ ...action('T6'), Delete: { TableName: TABLE, Key: key('T7', 'M') } }] },
    'no operation in one': { TransactItems: [{}] },
    'an update': {
      TransactItems: [
        {
          Update: {
            ...{ TableName: TABLE, Key: key('T8', 'M'), UpdateExpression: 'SET a1 = :v' },
            ExpressionAttributeValues: values({ v: { N: '1' } }),
          },
        },
      ],
    },
    'an update without values': {
      TransactItems: [{ Update: { TableName: TABLE, Key: key('T8', 'M'), UpdateExpression: 'SET a1 = :v' } }],
    },
    'an update of a type that does not fit': {
      TransactItems: [
        {
          Update: {
            ...{ TableName: TABLE, Key: key('RICH'), UpdateExpression: 'SET flag = flag + :v' },
            ExpressionAttributeValues: values({ v: { N: '1' } }),
          },
        },
        action('T9'),
      ],
    },
    'a key that is too long': { TransactItems: [action('x'.repeat(1025))] },
    'a check without condition': { TransactItems: [{ ConditionCheck: { TableName: TABLE, Key: key('C') } }] },
    'a token': { TransactItems: [action('K1')], ClientRequestToken: 'token-1' },
    'a token again': { TransactItems: [action('K1')], ClientRequestToken: 'token-1' },
    'a token for something else': { TransactItems: [action('K2')], ClientRequestToken: 'token-1' },
    'a token of 37 letters': { TransactItems: [action('K3')], ClientRequestToken: 'x'.repeat(37) },
    'an unknown table': { TransactItems: [{ Put: { TableName: 'unknown', Item: key('x') } }] },
  }),
  ...calls('transaction', 'TransactGetItems', {
    'two reads': {
      TransactItems: [{ Get: { TableName: TABLE, Key: key('C') } }, { Get: { TableName: TABLE, Key: key('none') } }],
    },
    'a read twice': {
      TransactItems: [{ Get: { TableName: TABLE, Key: key('C') } }, { Get: { TableName: TABLE, Key: key('C') } }],
    },
  }),
  ...calls('write', 'PutItem', {
    'a new item': { Item: key('W1'), ReturnValues: 'ALL_OLD' },
    'the same again': { Item: key('W1'), ReturnValues: 'ALL_OLD' },
    'on a condition': { Item: key('W1'), ConditionExpression: 'attribute_not_exists(pk)' },
    'on a condition, with the item': {
      ...{ Item: key('W1'), ConditionExpression: 'attribute_not_exists(pk)' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
    'the new item as answer': { Item: key('W1'), ReturnValues: 'ALL_NEW' },
    'the largest item': { Item: { ...key('L'), body: { S: 'x'.repeat(409_600 - 12) } } },
    'an item that is too large': { Item: { ...key('L'), body: { S: 'x'.repeat(409_600) } } },
    '32 levels': { Item: { ...key('D'), deep: nested(32) } },
    '33 levels': { Item: { ...key('D'), deep: nested(33) } },
    'an empty name of an attribute': { Item: { ...key('N'), '': { S: 'x' } } },
  }),
  ...calls('write', 'DeleteItem', {
    'an item': { Key: key('W1'), ReturnValues: 'ALL_OLD' },
    'an item again': { Key: key('W1'), ReturnValues: 'ALL_OLD' },
    'on a condition that fails': { Key: key('W1'), ConditionExpression: 'attribute_exists(pk)' },
  }),
];

function nested(levels: number): object {
  return levels === 1 ? { S: 'x' } : { M: { a: nested(levels - 1) } };
}
