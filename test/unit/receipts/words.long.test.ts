import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leiInWords } from '#shared/model/receipts/words.ts';
import { wordsByDigits } from '../../support/receipts/words-by-digits.ts';

/** 10,000 amounts from 0 to 1,000,000.99, drawn with a fixed seed, against another implementation; and each of the first 100,000. */

const inLei = (cents: number): string => (cents / 100).toFixed(2);

describe('amounts in words', () => {
  it('agree with another implementation for 10,000 amounts up to 1,000,000.99', () => {
    const property = fc.property(fc.integer({ min: 0, max: 100_000_099 }), cents => {
      expect(leiInWords(inLei(cents))).toBe(wordsByDigits(cents));
    });
    fc.assert(property, { seed: 37, numRuns: 10_000 });
  });

  it('agree for each whole amount up to 99,999 lei, and for amounts up to 999,999,999.99', () => {
    for (let lei = 0; lei < 100_000; lei++) {
      if (leiInWords(String(lei)) !== wordsByDigits(lei * 100)) expect(leiInWords(String(lei))).toBe(wordsByDigits(lei * 100));
    }
    const property = fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), cents => {
      expect(leiInWords(inLei(cents))).toBe(wordsByDigits(cents));
    });
    fc.assert(property, { seed: 38, numRuns: 5_000 });
  });

  it('differ for different amounts', () => {
    const all = Array.from({ length: 20_000 }, (_, place) => leiInWords(inLei(place * 50)));
    expect(new Set(all).size).toBe(all.length);
  });
});
