import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentLine } from '../../../shared/model/line.ts';
import { packLines } from '../../../shared/documents/store.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

/** DynamoDB's largest item, less what stands beside the lines. */
const ROOM = 390_000;

const linesOf = (descriptions: string[]): DocumentLine[] =>
  sampleDocument({ lines: descriptions.map(description => sampleLine({ description })) }).lines;

describe('Lines are packed into items', () => {
  it('in their order, all of them, in packs that fit an item', () => {
    const description = fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.nat({ max: 2000 }).map(length => 'ș'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(description, { maxLength: 1000, size: 'max' }), descriptions => {
        const lines = linesOf(descriptions);
        const packs = packLines(lines);
        expect(packs.flat()).toEqual(lines);
        for (const pack of packs) {
          expect(pack.length).toBeGreaterThan(0);
          expect(Buffer.byteLength(JSON.stringify(pack))).toBeLessThan(ROOM);
        }
      }),
      generated({ runs: 40, seed: 20261121 }),
    );
  });

  it('in one pack where they fit: a usual document has one item of lines', () => {
    expect(packLines(linesOf(Array<string>(300).fill('Reper')))).toHaveLength(1);
    expect(packLines([])).toEqual([]);
  });
});
