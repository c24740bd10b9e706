import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanTexts, DEEPEST, parseWithoutReserved, textViolation, TooDeep, wasReplaced } from '#shared/base/kernel/texts.ts';
import { generated } from '../../support/effort.ts';

const HALF = 'must not have half of a surrogate pair: a character was cut in two';
const UNSEEN = 'must not have control characters other than tab and line break';

describe('texts are Unicode without unpaired surrogates and without control characters other than tab and line break', () => {
  test.each<[string, string | null]>([
    ['', null],
    ['Șurub M8 🔩', null],
    ['two\nlines\r\nand\ta tab', null],
    ['\u2028\u200b\ufeff', null],
    ['\ud83d', HALF],
    ['\udd29x', HALF],
    ['x\ud83d y', HALF],
    ['\u0000', UNSEEN],
    ['bell\u0007', UNSEEN],
    ['\u000b', UNSEEN],
    ['\u000c', UNSEEN],
    ['\u001f', UNSEEN],
    ['\u007f', UNSEEN],
    ['\u0085', UNSEEN],
    ['\u009f', UNSEEN],
  ])('%j: %s', (text, violation) => {
    expect(textViolation(text)).toBe(violation);
  });

  test('violations are reported at their paths, all at once', () => {
    const body = { name: 'x', lines: [{ description: 'a' }, { description: '\ud83d', note: '\u0001' }] };
    expect(cleanTexts(body).violations).toEqual({ 'lines.1.description': [HALF], 'lines.1.note': [UNSEEN] });
  });

  test('fields with the name of a member that every object has are ordinary fields', () => {
    expect(cleanTexts({ toString: '\ud83d', hasOwnProperty: ['\u0000'] }).violations).toEqual({
      toString: [HALF],
      'hasOwnProperty.0': [UNSEEN],
    });
    expect(cleanTexts({ valueOf: { '\u0000': 1 } }).violations).toEqual({ valueOf: [`a name in it ${UNSEEN}`] });
  });

  test('the first hundred violations are reported, at paths of 200 characters, so that the response stays small', () => {
    const long = '😀'.repeat(1000);
    const { violations } = cleanTexts({ xy: { [long]: Array.from({ length: 50_000 }, () => '\u0000'), toString: '\u0000' } });
    expect(Object.keys(violations)).toEqual([expect.stringMatching(/^xy\.😀{98}\ufffd…$/u)]);
    expect(Object.keys(cleanTexts(Array.from({ length: 50_000 }, () => '\u0000')).violations)).toHaveLength(100);
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, place) => [`\u0000${place}`, 1]));
    expect(cleanTexts(names).violations).toEqual({ body: [`a name in it ${UNSEEN}`] });
    expect(JSON.stringify(violations).isWellFormed()).toBe(true);
  });

  test('a name is a text too; its violation is reported at the object', () => {
    expect(cleanTexts({ preferences: { 'a\ud83d': 1 } }).violations).toEqual({ preferences: [`a name in it ${HALF}`] });
    expect(cleanTexts({ '\u0000': 1 }).violations).toEqual({ body: [`a name in it ${UNSEEN}`] });
  });

  test('accepted texts are in normal form C, except passwords, which have their own normal form', () => {
    const decomposed = 's\u0326'.normalize('NFD');
    const { value } = cleanTexts({ name: decomposed, newPassword: decomposed, list: [decomposed] });
    expect(value).toEqual({ name: 'ș', newPassword: decomposed, list: ['ș'] });
  });

  test('control characters are allowed in passwords, and removed later from file names; half characters are allowed in neither', () => {
    expect(cleanTexts({ password: 'a\u0001', currentPassword: '\u007f', filename: 'nul\u0000l.txt' }).violations).toEqual({});
    expect(Object.keys(cleanTexts({ password: '\ud83d', filename: '\ud83d' }).violations)).toEqual(['password', 'filename']);
  });

  test('keys that could change a prototype are dropped, at any depth', () => {
    const body = JSON.parse('{"__proto__":{"a":1},"b":[{"constructor":1,"prototype":2,"c":{"__proto__":null}}]}') as unknown;
    const { value, violations } = cleanTexts(body);
    expect(JSON.stringify(value)).toBe('{"b":[{"c":{}}]}');
    expect(violations).toEqual({});
    expect(JSON.stringify(parseWithoutReserved(JSON.stringify(body)))).toBe('{"b":[{"c":{}}]}');
  });

  test('nesting is bounded', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(cleanTexts(nested(DEEPEST)).value).toEqual(nested(DEEPEST));
    expect(() => cleanTexts(nested(DEEPEST + 1))).toThrow(TooDeep);
  });

  test('any accepted JSON value is in normal form, and is not changed the second time', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
        const { value: clean, violations } = cleanTexts(value);
        if (Object.keys(violations).length > 0) return;
        expect(cleanTexts(clean)).toEqual({ value: clean, violations: {} });
        expect(JSON.stringify(clean).isWellFormed()).toBe(true);
      }),
      generated({ runs: 30, seed: 20261121 }),
    );
  });

  test('U+FFFD shows that bytes were replaced', () => {
    expect([wasReplaced('caf\ufffd'), wasReplaced('café')]).toEqual([true, false]);
  });
});
