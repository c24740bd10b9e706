import { expect, it } from 'vitest';
import type { Piece } from '#shared/documents/invoices/export/hand-over/adapter.ts';
import { headOf, PartFile, textsOf } from '#shared/documents/invoices/export/hand-over/part-file.ts';

const HEAD = { sums: { sales: '1.00' }, unreadable: ['FISCAL#1'] };

const written = (pieces: readonly Piece[]): Buffer => {
  const file = new PartFile();
  for (const piece of pieces) file.add(piece);
  return file.bytes(HEAD);
};
const joined = (bytes: Buffer, section: string) => [...textsOf(bytes, section)].map(({ text }) => text).join('');

it('a part has the texts of each section in their order, and its head', () => {
  // Longer than a line, with line breaks and quotes.
  const rows = Array.from({ length: 5000 }, (_, place) => `"Țiriac ""${place}"""\r\n`);
  const bytes = written(
    rows.flatMap(text => [
      { section: 'rows', text },
      { section: 'row', text: 'other' },
    ]),
  );
  expect(joined(bytes, 'rows')).toBe(rows.join(''));
  expect(joined(bytes, 'row')).toBe('other'.repeat(5000));
  expect([...textsOf(bytes, 'none')]).toEqual([]);
  expect(headOf(bytes)).toEqual(HEAD);
  const longest = Math.max(...[...textsOf(bytes, 'rows')].map(({ text }) => text.length));
  expect(longest).toBeLessThan(2 ** 16);
});

it('what has a key is in it once for each section', () => {
  const piece = (section: string, key: string, text: string): Piece => ({ section, key, text });
  const bytes = written([piece('a', '1', 'x'), piece('a', '1', 'y'), piece('b', '1', 'z'), piece('a', '2', 'v')]);
  expect([...textsOf(bytes, 'a')]).toEqual([
    { text: 'x', key: '1' },
    { text: 'v', key: '2' },
  ]);
  expect(joined(bytes, 'b')).toBe('z');
});

it('an empty part has a head alone', () => {
  const bytes = written([]);
  expect([headOf(bytes), [...textsOf(bytes, 'a')]]).toEqual([HEAD, []]);
});
