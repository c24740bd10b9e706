import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentLine } from '#shared/model/line.ts';
import { changeWrites, packLines } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';

setEnvironment({ TABLE_NAME: 'table' });

/** DynamoDB's maximum item size, less the attributes other than the lines. */
const ROOM = 390_000;

const linesOf = (descriptions: string[]): DocumentLine[] =>
  sampleDocument({ lines: descriptions.map(description => sampleLine({ description })) }).lines;

describe('lines are packed into items', () => {
  it('in their order, all of them, in packs that fit into an item', () => {
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

describe('a change of lines', () => {
  /** Lines of 50 kB each: four in a pack. */
  const document = (lines: number): InvoiceDocument =>
    sampleDocument({ lines: Array.from({ length: lines }, () => sampleLine({ description: 'x'.repeat(49_000) })) });

  /** The changes of the items of lines, by the end of their sort key. */
  const packs = (before: InvoiceDocument, after: InvoiceDocument): string[] =>
    changeWrites(INVOICES, { before, after, recorded: [] }).flatMap(({ operation: { Put, Delete } }) => {
      const sk = String(Put?.Item?.['sk'] ?? Delete?.Key?.['sk']);
      const pack = /#L#(\d+)$/.exec(sk)?.[1];
      return pack === undefined ? [] : [`${Put ? 'written' : 'removed'} ${pack}`];
    });

  it('deletes packs that the new lines do not fill: they would be read with them', () => {
    expect(packs(document(12), document(5))).toEqual(['written 00', 'written 01', 'removed 02']);
    expect(packs(document(12), document(1))).toEqual(['written 00', 'removed 01', 'removed 02']);
    expect(packs(document(1), document(5))).toEqual(['written 00', 'written 01']);
  });

  it('writes no lines if they are unchanged', () => {
    const before = document(5);
    expect(packs(before, { ...before, notes: 'Changed.' })).toEqual([]);
  });
});
