import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyText } from '#shared/platform/store/key-text.ts';

const bytes = (text: string): number => Buffer.byteLength(text);

describe('a text in a key', () => {
  it.each(['', 'Ștefan & fiii', 'x'.repeat(800), '각'.repeat(266)])('is unchanged while it fits: %#', text => {
    expect(keyText(text)).toBe(text);
  });

  it.each(['x'.repeat(801), '각'.normalize('NFD').repeat(255), '😀'.repeat(400), 'a' + '😀'.repeat(400)])(
    'is cut between characters when it is too long: %#',
    text => {
      const cut = keyText(text);
      expect(bytes(cut)).toBeLessThanOrEqual(865);
      expect(text.startsWith(cut.slice(0, -65))).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
    },
  );

  it('differs from that of any other text, and keeps the order of texts that differ in the part that fits', () => {
    const long = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 30 }).map(text => `${'ț'.repeat(395)}${text}`);
    fc.assert(
      fc.property(long, long, (a, b) => {
        expect(keyText(a) === keyText(b)).toBe(a === b);
        expect(bytes(keyText(a))).toBeLessThanOrEqual(865);
      }),
    );
  });
});
