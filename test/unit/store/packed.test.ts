import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DICTIONARIES } from '#shared/platform/store/packing/dictionaries.ts';
import { DamagedItem, fromPacked, toPacked, unpacked } from '#shared/platform/store/packing/packed.ts';
import { generated } from '../../support/effort.ts';

/** SHA-256 of each dictionary, the first 16 digits. Items are stored that need it: add to this list, never change it. */
const HASHES = ['e57a993299b6b659'];

/** What was packed with each dictionary, in base64: it must stay readable. */
const STORED = ['AYNabWCYaGRkkGaCtasLS6/Q5iPIInD4IvUJjRBud87PKy7NKUnMOzH7SLNSbWwtAA=='];
const RECORD = { id: '01a220f4', status: 'issued', client: null, lines: [{ quantity: '2', name: 'Consultanță' }] };

it('no dictionary that was in use has changed', () => {
  expect(DICTIONARIES.map(text => createHash('sha256').update(text).digest('hex').slice(0, 16))).toEqual(HASHES);
});

it.each(STORED)('what was stored is read: %s', stored => {
  expect(fromPacked(Buffer.from(stored, 'base64'))).toEqual(RECORD);
});

it('a packed value of JSON is the same when it is read', () => {
  const property = fc.property(fc.jsonValue(), value => {
    expect(fromPacked(toPacked(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
  fc.assert(property, generated({ runs: 100, seed: 41 }));
});

it('an item is read with its packed attributes unpacked, and others as they are', () => {
  const row = { status: 'draft' };
  expect(unpacked({ pk: 'C#1', row: toPacked(row), data: toPacked(RECORD), webhooks: toPacked([]) })).toEqual({
    ...{ pk: 'C#1', row, data: RECORD, webhooks: [] },
  });
  expect(unpacked({ pk: 'C#1', data: RECORD, bytes: Uint8Array.of(1) })).toEqual({
    ...{ pk: 'C#1', data: RECORD, bytes: Uint8Array.of(1) },
  });
});

it('fails for a dictionary that it does not know, and for damaged bytes', () => {
  const [first = 0, ...rest] = toPacked(RECORD);
  expect(() => fromPacked(Uint8Array.from([first + 100, ...rest]))).toThrow('There is no dictionary 101.');
  expect(() => fromPacked(Uint8Array.from([first, ...rest.slice(0, 5)]))).toThrow();
});

it('an item with damaged bytes is refused by its sort key', () => {
  expect(() => unpacked({ sk: 'INV#1', data: toPacked(RECORD).subarray(0, 6) })).toThrow(DamagedItem);
  expect(() => unpacked({ sk: 'INV#1', row: Uint8Array.of(9) })).toThrow('Packed attributes of INV#1 cannot be unpacked.');
});
