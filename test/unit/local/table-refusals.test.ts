import { describe, expect, it } from 'vitest';
import { asDynamoDb, refusalOf, withExactPrefix } from '../../../infra/local/engines/dynamodb/refusals.ts';
import { shuffledAnswers } from '../../../infra/local/engines/dynamodb/shuffle.ts';
import { contentOf, jsonAnswer, targetOf } from '../../../infra/local/engines/dynamodb/wire-answer.ts';

const S = (text: string) => ({ S: text });
const LONG = 'x'.repeat(1025);
const HANGUL = '각'.normalize('NFD').repeat(114);

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
  ])('%s', (_, request, reason) => {
    expect(refusalOf(request)).toContain(reason);
  });

  it.each<[string, Parameters<typeof refusalOf>[0]]>([
    ['keys of exactly that size', { Item: { gsi1sk: S('x'.repeat(1024)), gsi1pk: S('x'.repeat(2048)) } }],
    ['other attributes, of any size', { Item: { text: S(LONG), empty: S('') } }],
    ['100 operands of IN', { FilterExpression: `#v IN (${Array.from({ length: 100 }, (_, at) => `:v${at}`).join(', ')})` }],
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
