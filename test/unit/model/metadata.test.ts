import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasMetadata,
  metadataChange,
  metadataFilter,
  metadataTerms,
  type Metadata,
  withMetadata,
} from '#shared/model/callers-data/metadata.ts';
import { generated } from '../../support/effort.ts';

const many = (keys: number): Metadata => Object.fromEntries(Array.from({ length: keys }, (_, place) => [`key ${place}`, 'x']));

describe('metadata after a change (MET-2, MET-3)', () => {
  it.each<[title: string, before: Metadata | undefined, change: Parameters<typeof withMetadata>[1], after: Metadata | undefined]>(
    [
      ['absent: unchanged', { a: '1' }, undefined, { a: '1' }],
      ['none, and absent', undefined, undefined, undefined],
      ['a new key, in order', { b: '2' }, { a: '1' }, { a: '1', b: '2' }],
      ['another value', { a: '1', b: '2' }, { a: '3' }, { a: '3', b: '2' }],
      ['null removes a key', { a: '1', b: '2' }, { a: null }, { b: '2' }],
      ['the last key', { a: '1' }, { a: null }, undefined],
      ['a key that is not there', { a: '1' }, { b: null }, { a: '1' }],
      ['null removes all', { a: '1', b: '2' }, null, undefined],
      ['an empty object', { a: '1' }, {}, { a: '1' }],
    ],
  )('%s', (_, metadata, change, after) => {
    const changed = withMetadata({ id: 'x', ...(metadata && { metadata }) }, change);
    expect(changed).toEqual({ id: 'x', ...(after && { metadata: after }) });
    expect('metadata' in changed).toBe(after !== undefined);
    if (after) expect(Object.keys(changed.metadata ?? {})).toEqual(Object.keys(after).sort());
  });

  it('20 keys are the most, after the change', () => {
    expect(Object.keys(withMetadata({ metadata: many(19) }, { more: 'x' }).metadata ?? {})).toHaveLength(20);
    expect(() => withMetadata({ metadata: many(20) }, { more: 'x' })).toThrow(
      expect.objectContaining({
        details: { metadata: ['must have at most 20 keys, and would have 21: set keys to null to remove them'] },
      }),
    );
    expect(withMetadata({ metadata: many(20) }, { more: 'x', 'key 1': null }).metadata).toMatchObject({ more: 'x' });
  });
});

describe('the bytes of metadata (MET-2)', () => {
  const wide = (keys: number, text: string): Metadata =>
    Object.fromEntries(Array.from({ length: keys }, (_, place) => [`${'k'.repeat(38)}${place + 10}`, text]));

  it('fit with the longest texts in Latin letters', () => {
    expect(withMetadata({}, wide(20, 'x'.repeat(500)))).toHaveProperty('metadata');
  });

  it('are 16,384 at most, of which Chinese letters have three', () => {
    expect(withMetadata({}, wide(10, '國'.repeat(500)))).toHaveProperty('metadata');
    expect(() => withMetadata({}, wide(20, '國'.repeat(500)))).toThrow(
      expect.objectContaining({
        details: { metadata: [expect.stringMatching(/^must have at most 16384 bytes in all, and would have 3\d{4}$/)] },
      }),
    );
  });
});

describe('metadata of requests (MET-2)', () => {
  const messages = (schema: ReturnType<typeof metadataChange> | ReturnType<typeof metadataFilter>, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it('an empty text is null', () => {
    expect(metadataChange().parse({ a: '', b: ' ', c: null, 'd e': 'ș' })).toEqual({ a: null, b: ' ', c: null, 'd e': 'ș' });
  });

  it.each<[value: object, path: string, message: string]>([
    [{ a: 1 }, 'a', 'must be text'],
    [{ a: ['1'] }, 'a', 'must be text'],
    [{ a: 'x'.repeat(501) }, 'a', 'must have at most 500 characters'],
    ...['', ' a', 'a ', 'a[b]', ']', 'x'.repeat(41)].map(
      key =>
        [{ [key]: '1' }, '', 'must have keys of 1 to 40 characters, without brackets and without spaces at the ends'] as [
          object,
          string,
          string,
        ],
    ),
    [many(41), '', 'must name at most 40 keys'],
  ])('%j', (value, path, message) => {
    expect(messages(metadataChange(), value)).toEqual([[path, message]]);
  });

  it('as a filter', () => {
    expect(messages(metadataFilter(), 'x')).toEqual([['', 'must be given as metadata[key]=value']]);
    expect(messages(metadataFilter(), many(21))).toEqual([['', 'must have at most 20 keys']]);
  });
});

describe('finding records by metadata (MET-8)', () => {
  const anyMetadata = fc.dictionary(fc.constantFrom('a', 'b', 'toString'), fc.constantFrom('1', '2', '1 2', 'ș'));

  it('by its terms the same as by its entries', () => {
    fc.assert(
      fc.property(anyMetadata, anyMetadata, (metadata, filter) => {
        const terms = metadataTerms(metadata);
        expect(metadataTerms(filter).every(term => terms.includes(term))).toBe(hasMetadata(metadata, filter));
        for (const term of terms) expect(term).toMatch(/^[\w-]{10}$/);
      }),
      generated({ runs: 200, seed: 34, long: 5000 }),
    );
  });
});
