import { serialize } from 'node:v8';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeColumns, encodeColumns } from '#shared/documents/lists/column-file.ts';
import { columnsOf, rowAt } from '#shared/documents/lists/columns.ts';

const AMOUNTS = ['total'];
const rows = Array.from({ length: 50 }, (_, place) => ({
  id: `${place}`,
  name: place % 3 === 0 ? null : `Ștefănești ${place}`,
  credit: place % 2 === 0,
  ...(place % 5 === 0 && { note: 'only some have it' }),
  total: `${place}.25`,
}));
const file = encodeColumns(columnsOf(rows, AMOUNTS));

describe('The file of columns', () => {
  it('returns every row: text, null, booleans, amounts, and fields that only some rows have', () => {
    const columns = decodeColumns(file);
    expect(rows.map((_, place) => columns && rowAt(columns, place))).toEqual(rows);
  });

  it('may have no rows', () => {
    expect(decodeColumns(encodeColumns(columnsOf([], AMOUNTS)))?.length).toBe(0);
  });

  it('is read wherever its bytes begin in memory', () => {
    const moved = Buffer.concat([Buffer.from('abc'), file]).subarray(3);
    expect(decodeColumns(moved)).toEqual(decodeColumns(file));
  });

  it('of another version counts as absent', () => {
    const newer = Uint8Array.from(file);
    newer[4] = (newer[4] ?? 0) + 1;
    expect(decodeColumns(newer)).toBeUndefined();
  });

  it('of the previous format (V8 structured clone) counts as absent', () => {
    const old = zstdCompressSync(serialize({ format: 1, columns: columnsOf(rows, AMOUNTS) }));
    expect(decodeColumns(old)).toBeUndefined();
  });

  it('truncated anywhere counts as absent', () => {
    for (let length = 0; length < file.length; length++) expect(decodeColumns(file.subarray(0, length))).toBeUndefined();
  });

  it('changed anywhere counts as absent, or is read unchanged', () => {
    const asWritten = decodeColumns(file);
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (place, by) => {
        const changed = Uint8Array.from(file);
        changed[place] = ((changed[place] ?? 0) + by) % 256;
        const read = decodeColumns(changed);
        if (read !== undefined) expect(read).toEqual(asWritten);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
