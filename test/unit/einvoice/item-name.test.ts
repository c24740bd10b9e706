import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCutOf, itemTexts } from '#shared/authority/einvoice/item-name.ts';

const words = (count: number): string => Array.from({ length: count }, () => 'cuvânt').join(' ');

describe('the name and description of an item (BT-153, BT-154)', () => {
  it.each<[string, string, ReturnType<typeof itemTexts>]>([
    ['a short text is the name', 'Scaun', { name: 'Scaun', description: null }],
    ['100 characters are', 'ș'.repeat(100), { name: 'ș'.repeat(100), description: null }],
    ['101 without a blank: the first hundred', 'ș'.repeat(101), { name: 'ș'.repeat(100), description: 'ș'.repeat(101) }],
    ['words: as many as fit', words(20), { name: words(14), description: words(20) }],
    [
      'a word that ends with the hundredth character fits',
      `${'a'.repeat(100)} b`,
      { name: 'a'.repeat(100), description: `${'a'.repeat(100)} b` },
    ],
    ['surrogate pairs are not cut', '🪑'.repeat(101), { name: '🪑'.repeat(100), description: '🪑'.repeat(101) }],
    ['runs of blanks count once', `a${' '.repeat(200)}b`, { name: `a${' '.repeat(200)}b`, description: null }],
  ])('%s', (_, text, expected) => {
    expect(itemTexts(text)).toEqual(expected);
  });

  it('a name has at most 100 characters, nothing of the text is lost, and the cut is recognised', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'ș', '🪑', ' ', '\n'), maxLength: 30 }), { maxLength: 20 });
    fc.assert(
      fc.property(texts, parts => {
        const text = parts.join(' ').trim();
        const { name, description } = itemTexts(text);
        expect([...name.replace(/[ \t\r\n]+/g, ' ')].length).toBeLessThanOrEqual(100);
        expect(description ?? name).toBe(text);
        expect(isCutOf(text, name)).toBe(description !== null);
      }),
    );
  });

  it('another name, or a whole one, is no cut', () => {
    expect(isCutOf(words(20), 'Scaun')).toBe(false);
    expect(isCutOf('Scaun', 'Scaun')).toBe(false);
    expect(isCutOf('Scaun cu spătar', 'Scaun')).toBe(false);
  });
});
