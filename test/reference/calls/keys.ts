import { type Call, calls, image, key, values } from './call.ts';

/** Keys of the table and of its indexes: sizes, empty ones, types. */

const LIMITS = { pk: 2048, sk: 1024, gsi1pk: 2048, gsi1sk: 1024, duePk: 2048, dueAt: 1024 };

const whole = (sk: string): object => image({ pk: 'K', sk, gsi1pk: 'g', gsi1sk: 's', duePk: 'd', dueAt: 't' });

const ofAttribute = ([name, most]: [string, number]): Call[] => [
  ...calls(`key ${name}`, 'PutItem', {
    'the longest': { Item: { ...whole(name), [name]: { S: 'x'.repeat(most) } } },
    'one byte more': { Item: { ...whole(name), [name]: { S: 'x'.repeat(most + 1) } } },
    'by bytes, not by letters': { Item: { ...whole(name), [name]: { S: '각'.repeat(Math.ceil(most / 3) + 1) } } },
    empty: { Item: { ...whole(name), [name]: { S: '' } } },
    'a number': { Item: { ...whole(name), [name]: { N: '1' } } },
    null: { Item: { ...whole(name), [name]: { NULL: true } } },
  }),
];

const ofIndex = (name: string, most: number): Call[] =>
  calls(`key ${name} by an update`, 'UpdateItem', {
    'the longest': {
      Key: key('K'),
      UpdateExpression: `SET ${name} = :v`,
      ExpressionAttributeValues: values({ v: { S: 'x'.repeat(most) } }),
    },
    'one byte more': {
      Key: key('K'),
      UpdateExpression: `SET ${name} = :v`,
      ExpressionAttributeValues: values({ v: { S: 'x'.repeat(most + 1) } }),
    },
    empty: { Key: key('K'), UpdateExpression: `SET ${name} = :v`, ExpressionAttributeValues: values({ v: { S: '' } }) },
    'a number': { Key: key('K'), UpdateExpression: `SET ${name} = :v`, ExpressionAttributeValues: values({ v: { N: '1' } }) },
    'by a name': {
      Key: key('K'),
      ...{ UpdateExpression: `SET #n = if_not_exists(other, :v)`, ExpressionAttributeNames: { '#n': name } },
      ExpressionAttributeValues: values({ v: { S: 'x'.repeat(most + 1) } }),
    },
  });

export const KEY_CALLS: Call[] = [
  ...Object.entries(LIMITS).flatMap(ofAttribute),
  ...ofIndex('gsi1sk', 1024),
  ...ofIndex('duePk', 2048),
  ...calls('keys of requests', 'GetItem', {
    'an item': { Key: key('RICH') },
    nothing: { Key: key('none') },
    'without sort key': { Key: image({ pk: 'C#1' }) },
    'with an attribute more': { Key: image({ pk: 'C#1', sk: 'RICH', more: 'x' }) },
    'of another type': { Key: { pk: { N: '1' }, sk: { S: 'RICH' } } },
    'an empty one': { Key: key('') },
    'too long': { Key: key('x'.repeat(1025)) },
    'a projection': {
      Key: key('RICH'),
      ProjectionExpression: 'items1[0], #m.a, text1',
      ExpressionAttributeNames: { '#m': 'map' },
    },
    'overlapping projections': { Key: key('RICH'), ProjectionExpression: 'items1, items1[0]' },
    'a consistent read': { Key: key('RICH'), ConsistentRead: true },
    'an unused name': { Key: key('RICH'), ProjectionExpression: 'text1', ExpressionAttributeNames: { '#u': 'map' } },
  }),
  ...calls('tables', 'DescribeTimeToLive', { 'time to live': {} }),
  ...calls('tables', 'UpdateTimeToLive', {
    'time to live again': { TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiresAt' } },
  }),
  { title: 'tables: an unknown one', operation: 'GetItem', input: { TableName: 'unknown', Key: key('A') } },
];
