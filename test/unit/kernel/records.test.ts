import { expect, it } from 'vitest';
import { inKeyOrder, sortedJson } from '#shared/base/kernel/records.ts';

const one = { b: [{ d: 1, c: null }], a: 'x', Z: { y: 1, x: 2 } };
const other = { Z: { x: 2, y: 1 }, a: 'x', b: [{ c: null, d: 1 }] };

it('gives equal maps the same text, with the keys in order and lists as they are', () => {
  expect(sortedJson(one)).toBe('{"Z":{"x":2,"y":1},"a":"x","b":[{"c":null,"d":1}]}');
  expect(sortedJson(other)).toBe(sortedJson(one));
  expect(JSON.stringify(inKeyOrder(other))).toBe(sortedJson(one));
});

it.each([undefined, null, 1, 'text', [2, 1]])('leaves %j as it is', value => {
  expect(inKeyOrder(value)).toEqual(value);
});
