import { expect, it } from 'vitest';
import { inKeyOrder, sortedJson } from '#shared/base/kernel/records.ts';

const one = { b: [{ d: 1, c: null }], a: 'x', Z: { y: 1, x: 2 } };
const other = { Z: { x: 2, y: 1 }, a: 'x', b: [{ c: null, d: 1 }] };

it('returns the same text for equal maps, with the keys in order and lists unchanged', () => {
  expect(sortedJson(one)).toBe('{"Z":{"x":2,"y":1},"a":"x","b":[{"c":null,"d":1}]}');
  expect(sortedJson(other)).toBe(sortedJson(one));
  expect(JSON.stringify(inKeyOrder(other))).toBe(sortedJson(one));
});

it.each([undefined, null, 1, 'text', [2, 1]])('does not change %j', value => {
  expect(inKeyOrder(value)).toEqual(value);
});
