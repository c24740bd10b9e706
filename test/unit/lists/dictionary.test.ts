import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf, dictionaryOf, packWords, unpackWords, type Word } from '#shared/documents/lists/dictionary.ts';
import { generated } from '../../support/effort.ts';

const anyInstant = fc.date({ noInvalidDate: true }).map(date => date.toISOString());
const anyOther = fc.constantFrom<Word>(undefined, null, true, false, 0, 12.5);
const anyText = fc.string({ unit: 'grapheme' });
/** Also halves of surrogate pairs, which UTF-8 does not have. */
const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units));
const notQuite = fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z', '0198C0DE-0000-7000-8000-000000000001', '');

describe('A dictionary that is packed as bytes', () => {
  it.each<[string, fc.Arbitrary<Word>, string | undefined]>([
    ['ids', fc.uuid(), 'id'],
    ['instants', anyInstant, 'instant'],
    ['texts', anyText, 'text'],
    ['ids and other texts', fc.oneof(fc.uuid(), notQuite), undefined],
    ['instants and other texts', fc.oneof(anyInstant, notQuite), undefined],
    ['any texts', anyUnits, undefined],
    ['words of all types', fc.oneof(anyOther, anyText), undefined],
  ])('has the same values at the same codes: %s', (_, anyWord, form) => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ arbitrary: anyWord, weight: 9 }, { arbitrary: anyOther, weight: 1 })), words => {
        const values = dictionaryOf(words);
        const packed = packWords(values, 0);
        const read = unpackWords(packed);
        expect(Array.from({ length: read.length }, (__, code) => read.at(code))).toEqual(values);
        for (const [code, word] of values.entries()) expect(codeOf(read, word)).toBe(code);
        expect(codeOf(read, 'a text that it does not have')).toBeUndefined();
        if (form && values.some(value => typeof value === 'string' && value !== '')) expect(packed.texts?.form).toBe(form);
      }),
      generated({ runs: 100, seed: 35 }),
    );
  });
});
