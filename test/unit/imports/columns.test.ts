import { expect, it } from 'vitest';
import { columnsOf, rowsOf } from '#shared/documents/common/csv-import/file.ts';
import { Problem } from '#shared/base/kernel/errors.ts';

/** The names of the columns of an imported file (PUR-13, IMP-4). */

const COLUMNS = columnsOf([
  ['cif', 'cif', 'text'],
  ['name', 'name', 'text'],
]);

function refusedFor(...lines: string[]): unknown {
  try {
    return rowsOf(lines.join('\n'), COLUMNS);
  } catch (error) {
    if (error instanceof Problem) return error.details;
    throw error;
  }
}

it.each<[what: string, lines: string[], expected: unknown]>([
  ['columns that are repeated, each once', ['cif;name;cif;cif', '1;a;2;3'], { csv: ['has columns more than once: cif'] }],
  ['unknown columns', ['cif;x;y', '1;2;3'], { csv: ['has unknown columns: x, y. Columns are cif, name'] }],
  ['a column without a name that has a cell', ['cif;', '1;2'], { csv: ['has unknown columns: . Columns are cif, name'] }],
])('refuses %s', (_, lines, expected) => expect(refusedFor(...lines)).toEqual(expected));

it('leaves out empty columns without a name', () => {
  expect(refusedFor('cif;;', '1;;')).toMatchObject([{ body: { cif: '1' } }]);
});

it('refuses 80,000 repeated columns behind 150,000 without a name in one pass', () => {
  const [unnamed, repeated] = [150_000, 80_000];
  const heads = ','.repeat(unnamed) + Array.from({ length: repeated }, () => 'cif').join(',');
  const before = process.cpuUsage();
  expect(refusedFor(heads, `${','.repeat(unnamed + repeated - 1)}1`)).toEqual({ csv: ['has columns more than once: cif'] });
  const { user } = process.cpuUsage(before);
  // 1.5 s of parsing on a slow machine; to look for each name among all names before it takes more than 15.
  expect(user / 1e6).toBeLessThan(8);
});
