import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugified, slugOf } from '#shared/accounts/identity/organizations/slugs.ts';

describe('slugs', () => {
  test.each([
    ['Atelierul de Software SRL', 'atelierul-de-software-srl'],
    ['Țuică & Șpriț, Iași', 'tuica-sprit-iasi'],
    ['  --Straße 5--  ', 'stra-e-5'],
    ['ana@example.com', 'ana-example-com'],
    ['株式会社', ''],
  ])('%s: %s', (name, slug) => {
    expect(slugified(name)).toBe(slug);
  });

  test('a slug has letters, digits and single dashes, and ends in 6 random characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 255 }), name => {
        expect(slugOf(name)).toMatch(/^([a-z0-9]+-)*[a-z0-9]{6}$/);
        expect(slugOf(name).length).toBeLessThanOrEqual(67);
      }),
    );
  });
});
