import { describe, expect, it } from 'vitest';
import { changesNothing } from '../../../infra/local/events/stream-record.ts';

const item = { pk: { S: 'p' }, data: { M: { a: { N: '1' }, b: { S: 'x' } } } };
const otherOrder = { data: { M: { b: { S: 'x' }, a: { N: '1' } } }, pk: { S: 'p' } };

describe('a record of the stream about an unchanged item', () => {
  it.each([
    [true, { OldImage: item, NewImage: otherOrder }],
    [false, { OldImage: item, NewImage: { ...item, n: { N: '1' } } }],
    [false, { NewImage: item }],
    [false, { OldImage: item }],
    [false, {}],
  ])('%s: %j', (expected, dynamodb) => {
    expect(changesNothing({ dynamodb })).toBe(expected);
  });
});
