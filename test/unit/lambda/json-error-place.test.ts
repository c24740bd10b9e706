import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonErrorPlace } from '#shared/platform/lambda/endpoint/json-error-place.ts';

/** The place that is reported for a text's error; undefined for valid JSON. */
function placeIn(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return jsonErrorPlace(text, error);
  }
}

describe('the place where a text stops being JSON', () => {
  test.each([
    ['a comma in a number', '{\n "quantity": 1,5\n}', ' at line 2, column 16'],
    ['a comma too many', '{"a":1,}', ' at line 1, column 8'],
    ['a comma too many in a list', '[1,2,]', ' at line 1, column 6'],
    ['a word', '{"a": abc}', ' at line 1, column 7'],
    ['NaN', '{\n"a": 1,\n"b": NaN}', ' at line 3, column 6'],
    ['a word that begins as null', '{"a":nulx}', ' at line 1, column 9'],
    ['apostrophes', "{'a':1}", ' at line 1, column 2'],
    ['a line break in a text', '{"a":"x\ny"}', ' at line 1, column 8'],
    ['a byte order mark', '\ufeff{}', ' at line 1, column 1'],
    ['bytes of gzip', '\u001f\u008b\b', ' at line 1, column 1'],
    ['a text that ends in a word', '{"a":tru', ' at its end'],
    ['a text that ends before a value', '{"a":', ' at its end'],
  ])('%s', (_, text, place) => {
    expect(placeIn(text)).toBe(place);
  });

  test('a long text with an unexpected token has no place, and a stated place is always right', () => {
    const long = 'x'.repeat(200_000);
    expect(placeIn(`{"a":"${long}","b":c}`)).toBe('');
    expect(placeIn(`{"a":"${long}",}`)).toBe(' at line 1, column 200009');
  });

  test('no part of the text is repeated in the message', () => {
    expect(placeIn('{"password": Secret-1}')).toBe(' at line 1, column 14');
  });

  test('a character that JSON does not have is found wherever it is outside of strings', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(999), { minLength: 1, maxLength: 50 }), fc.nat(), (values, seed) => {
        const numbers = values.map(String);
        const broken = seed % numbers.length;
        numbers[broken] = '#';
        const before = `[${numbers.slice(0, broken).join('\n,')}${broken > 0 ? '\n,' : ''}`;
        const lines = before.split('\n');
        expect(placeIn(`[${numbers.join('\n,')}]`)).toBe(` at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`);
      }),
    );
  });
});
