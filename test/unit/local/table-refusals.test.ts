import { describe, expect, it } from 'vitest';
import { asDynamoDb, refusalOf, withExactPrefix } from '../../../infra/local/engines/dynamodb/refusals.ts';
import { shuffledAnswers } from '../../../infra/local/engines/dynamodb/shuffle.ts';
import { contentOf, jsonAnswer, targetOf } from '../../../infra/local/engines/dynamodb/wire-answer.ts';

const S = (text: string) => ({ S: text });
const LONG = 'x'.repeat(1025);
const HANGUL = '각'.normalize('NFD').repeat(114);

/** A condition of this many comparisons. */
const all = (count: number): string => Array.from({ length: count }, (_, at) => `a${at} = :v`).join(' AND ');
const QUERY = {
  ExpressionAttributeNames: { '#p': 'pk', '#s': 'sk' },
  ExpressionAttributeValues: {
    ...{ ':p': S('p'), ':a': S('a'), ':b': S('b'), ':last': S('\uFFEE'), ':emoji': S('\u{1F601}') },
    ':n': { N: '1' } as { S?: string },
  },
};

describe('what DynamoDB rejects', () => {
  it.each<[string, Parameters<typeof refusalOf>[0], string]>([
    ['a sort key of an index over 1,024 bytes', { Item: { gsi1sk: S(LONG) } }, 'gsi1sk'],
    ['and by bytes, not by letters', { Item: { gsi1sk: S(HANGUL) } }, '1024 bytes'],
    ['a partition key of an index over 2,048 bytes', { Item: { gsi3pk: S(LONG.repeat(2)) } }, '2048 bytes'],
    ['an empty key of an index', { Item: { gsi2pk: S('') } }, 'empty string value'],
    ['a key in a batch of writes', { RequestItems: { t: [{ PutRequest: { Item: { dueAt: S(LONG) } } }] } }, 'dueAt'],
    ['a key in a batch of reads', { RequestItems: { t: { Keys: [{ sk: S(LONG) }] } } }, 'sk'],
    [
      'a key that an update sets',
      { UpdateExpression: 'SET #a = :a, gsi1sk = :b', ExpressionAttributeValues: { ':a': S(''), ':b': S(LONG) } },
      'gsi1sk',
    ],
    [
      'a key that an update sets by another name, if it has none',
      {
        UpdateExpression: 'SET #s = if_not_exists(#s, :b)',
        ExpressionAttributeNames: { '#s': 'gsi1sk' },
        ExpressionAttributeValues: { ':b': S('') },
      },
      'gsi1sk',
    ],
    ...['#p = :v', '#p = :p AND begins_with(#s, :v)', '#p = :p AND #s BETWEEN :v AND :p', '#p = :p AND #s BETWEEN :p AND :v'].map(
      (KeyConditionExpression): [string, Parameters<typeof refusalOf>[0], string] => [
        `an empty value in the key condition ${KeyConditionExpression}`,
        {
          KeyConditionExpression,
          ExpressionAttributeNames: { '#p': 'pk', '#s': 'sk' },
          ExpressionAttributeValues: { ':p': S('p'), ':v': S('') },
        },
        'empty string value',
      ],
    ),
    [
      'more than 100 operands of IN',
      { ConditionExpression: `#v IN (${Array.from({ length: 101 }, (_, at) => `:v${at}`).join(', ')})` },
      'too many operands',
    ],
    ['more than 300 operators', { ConditionExpression: all(151) }, 'operator count: 301'],
    ...[
      'a = a',
      'a < a',
      '#a = a',
      'x.y <> x.#y',
      'a BETWEEN a AND b',
      'a IN (b, a)',
      'begins_with(a, a)',
      'contains(#a, a)',
    ].map((FilterExpression): [string, Parameters<typeof refusalOf>[0], string] => [
      `an operand compared with itself: ${FilterExpression}`,
      { FilterExpression, ExpressionAttributeNames: { '#a': 'a', '#y': 'y' } },
      'must be distinct',
    ]),
    [
      'a name that is no type',
      { ConditionExpression: 'attribute_type(a, :t)', ExpressionAttributeValues: { ':t': S('TEXT') } },
      'Invalid attribute type name found; type: TEXT',
    ],
    ...['SET a[10] = :a', 'REMOVE a[0], a[1]'].map((UpdateExpression): [string, Parameters<typeof refusalOf>[0], string] => [
      `an element of a list by its place: ${UpdateExpression}`,
      { UpdateExpression },
      'list_append',
    ]),
    ...['a < :t', 'a >= :t', 'begins_with(a, :n)', 'attribute_type(a, :n)'].map(
      (FilterExpression): [string, Parameters<typeof refusalOf>[0], string] => [
        `a value of a type that the operator does not have: ${FilterExpression}`,
        { FilterExpression, ExpressionAttributeValues: { ':t': { BOOL: true }, ':n': { N: '1' } } as Record<string, object> },
        'Incorrect operand type',
      ],
    ),
    ...['a BETWEEN :n AND :s', 'a BETWEEN :n AND :m', 'a BETWEEN :s AND :r'].map(
      (FilterExpression): [string, Parameters<typeof refusalOf>[0], string] => [
        `an invalid range: ${FilterExpression}`,
        {
          FilterExpression,
          ExpressionAttributeValues: { ':n': { N: '10' }, ':m': { N: '9' }, ':s': S('b'), ':r': S('a') } as Record<
            string,
            object
          >,
        },
        'BETWEEN operator requires',
      ],
    ),
    [
      'an attribute that the index does not have',
      { ...QUERY, KeyConditionExpression: '#p = :p', ...({ IndexName: 'gsi1', ProjectionExpression: '#s, total' } as object) },
      'does not project [total]',
    ],
    ['an attribute without a name', { Item: { pk: S('p'), '': S('x') } }, 'must not be empty'],
    [
      'two operations in one write of a batch',
      { RequestItems: { t: [{ PutRequest: { Item: {} }, DeleteRequest: {} } as object] } },
      'exactly one',
    ],
    ...['#p = :n', '#p = :p AND #s = :n', '#p = :p AND begins_with(#s, :n)', '#p = :p AND #s BETWEEN :p AND :n'].map(
      (KeyConditionExpression): [string, Parameters<typeof refusalOf>[0], string] => [
        `a number in the key condition ${KeyConditionExpression}`,
        { ...QUERY, KeyConditionExpression },
        'does not match schema type',
      ],
    ),
    ...(
      [
        ['#p = :p', 'q', 'a'],
        ['#p = :p AND #s = :a', 'p', 'b'],
        ['#p = :p AND begins_with(#s, :a)', 'p', 'b'],
        ['#p = :p AND #s BETWEEN :a AND :b', 'p', 'c'],
        ['#p = :p AND #s < :a', 'p', 'a'],
        ['#p = :p AND #s <= :a', 'p', 'b'],
        ['#p = :p AND #s > :b', 'p', 'b'],
        ['#p = :p AND #s >= :b', 'p', 'a'],
      ] as const
    ).map(([KeyConditionExpression, pk, sk]): [string, Parameters<typeof refusalOf>[0], string] => [
      `a query of ${KeyConditionExpression} that continues at ${pk}, ${sk}`,
      { ...QUERY, KeyConditionExpression, ExclusiveStartKey: { pk: S(pk), sk: S(sk) } },
      'starting key',
    ]),
  ])('%s', (_, request, reason) => {
    expect(refusalOf(request)).toContain(reason);
  });

  it.each<[string, Parameters<typeof refusalOf>[0]]>([
    ['keys of exactly that size', { Item: { gsi1sk: S('x'.repeat(1024)), gsi1pk: S('x'.repeat(2048)) } }],
    ['other attributes, of any size', { Item: { text: S(LONG), empty: S('') } }],
    ['100 operands of IN', { FilterExpression: `#v IN (${Array.from({ length: 100 }, (_, at) => `:v${at}`).join(', ')})` }],
    ['300 operators', { ConditionExpression: `${all(150)} AND c` }],
    ['other operands', { ConditionExpression: 'a = b AND a = size(a) AND :a = :a AND ab = a AND b BETWEEN a AND a' }],
    ['a type', { ConditionExpression: 'attribute_type(a, :t)', ExpressionAttributeValues: { ':t': S('NULL') } }],
    ...(
      [
        ['#p = :p', 'z'],
        ['#p = :p AND #s = :a', 'a'],
        ['#p = :p AND begins_with(#s, :a)', 'ab'],
        ['#p = :p AND #s BETWEEN :a AND :b', 'b'],
        ['#p = :p AND #s <= :a', 'a'],
        ['#p = :p AND #s > :a', 'b'],
        ['#p = :p AND #s BETWEEN :last AND :emoji', '\u{1F600}'],
      ] as const
    ).map(([KeyConditionExpression, sk]): [string, Parameters<typeof refusalOf>[0]] => [
      `a query of ${KeyConditionExpression} that continues at ${sk}`,
      { ...QUERY, KeyConditionExpression, ExclusiveStartKey: { pk: S('p'), sk: S(sk) } },
    ]),
    ['an update of another attribute', { UpdateExpression: 'SET #a = :a', ExpressionAttributeValues: { ':a': S(LONG) } }],
  ])('%s is accepted', (_, request) => {
    expect(refusalOf(request)).toBeUndefined();
  });

  it('cancels a transaction with an action that it rejects, with the reason at its place', async () => {
    const TransactItems = [{ Put: { Item: { pk: S('p') } } }, { Update: { Key: { pk: S('p'), sk: S(LONG) } } }];
    const answer = await asDynamoDb(targetOf('TransactWriteItems'), JSON.stringify({ TransactItems }), () => {
      throw new Error('It was sent.');
    });
    expect([answer.statusCode, await contentOf(answer)]).toEqual([
      400,
      expect.objectContaining({
        __type: expect.stringContaining('TransactionCanceledException'),
        CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError', Message: expect.stringContaining('1024 bytes') }],
      }),
    ]);
  });

  const key = { pk: S('p'), sk: S('a') };
  it.each([
    ['two operations in one action', { Put: { Item: key }, Delete: { Key: key } }, 'only contain one of'],
    ['an expression', { Delete: { Key: key, ConditionExpression: 'a = a' } }, 'Invalid ConditionExpression: The first operand'],
  ])('rejects a transaction as a whole for %s', async (_, action, message) => {
    const body = JSON.stringify({ TransactItems: [{ Put: { Item: key } }, action] });
    const answer = await asDynamoDb(targetOf('TransactWriteItems'), body, () => {
      throw new Error('It was sent.');
    });
    expect(await contentOf(answer)).toMatchObject({
      __type: expect.stringContaining('ValidationException'),
      message: expect.stringContaining(message),
    });
  });

  it('checks the prefix exactly, as a range', () => {
    const request = {
      KeyConditionExpression: '#p = :p AND begins_with(#s, :from)',
      ExpressionAttributeNames: { '#p': 'pk', '#s': 'sk' },
      ExpressionAttributeValues: { ':p': S('p'), ':from': S('ab') },
    };
    expect(withExactPrefix(request)).toEqual({
      ...request,
      KeyConditionExpression: '#p = :p AND #s BETWEEN :from AND :to',
      ExpressionAttributeValues: { ...request.ExpressionAttributeValues, ':to': S('ab\u{10FFFF}') },
    });
    expect(withExactPrefix({ KeyConditionExpression: '#p = :p' })).toEqual({ KeyConditionExpression: '#p = :p' });
  });
});

describe('maps of the strict table', () => {
  const map = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`k${at}`, { M: { a: S('1'), b: S('2'), c: S('3') } }]));
  const keysRead = async (read: ReturnType<typeof shuffledAnswers>): Promise<string> => {
    const content = await contentOf<{ Item: typeof map }>(await read(jsonAnswer(200, { Item: map })));
    expect(content).toEqual({ Item: map });
    return JSON.stringify(content.Item);
  };

  it('have another order of keys at each read, the same in each run with a seed', async () => {
    const [one, again, other] = [shuffledAnswers(1), shuffledAnswers(1), shuffledAnswers(2)];
    const first = [await keysRead(one), await keysRead(one), await keysRead(one)];
    expect(new Set(first).size).toBe(3);
    expect([await keysRead(again), await keysRead(again), await keysRead(again)]).toEqual(first);
    expect(first).not.toContain(await keysRead(other));
  });
});
