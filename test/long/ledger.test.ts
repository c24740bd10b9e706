import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countLife } from '../../infra/cost/life.ts';
import type { Usage } from '../../infra/cost/usage.ts';
import type { WireItem } from '../../infra/local/engines/dynamodb/item-size.ts';
import { TABLE } from '../../infra/local/environment.ts';
import { equalRows, ledgerLines, lonelyTransactions, modelledUnits, partitionUnits } from '../support/ledger/ledger.ts';
import { recordedTable, type Write } from '../support/ledger/recorded-table.ts';

/** The ledger of one invoice's life. A change that writes more, or an item that needs one more unit, shows here. */
const LEDGER = join(import.meta.dirname, 'ledger.txt');

const folder = mkdtempSync(join(tmpdir(), 'invoicing-ledger-'));
const writes: Write[] = [];
let counts = false;
let usage: Usage;

beforeAll(async () => {
  usage = await countLife(folder, {
    aroundTable: table => recordedTable(table, TABLE, write => counts && writes.push(write)),
    counts: on => (counts = on),
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Write units that DynamoDB takes for one partition key in a second. */
const PARTITION_UNITS = 1_000;

/** Ids and times differ in each run, and so do the bytes that they are packed into: as many more or less are the same. */
const SAME_BYTES = 40;

/** Figures of bytes are replaced by those of the ledger where they are close. */
function likeLedger(lines: string): string {
  const known = readFileSync(LEDGER, { encoding: 'utf8', flag: 'a+' }).split('\n');
  const figures = /(\d+) bytes, room (\d+)/;
  return lines
    .split('\n')
    .map((line, at) => {
      const [, ours = NaN] = figures.exec(line) ?? [];
      const [figure = '', theirs = NaN] = figures.exec(known[at] ?? '') ?? [];
      return Math.abs(Number(ours) - Number(theirs)) <= SAME_BYTES ? line.replace(figures, figure) : line;
    })
    .join('\n');
}

it('an invoice’s life writes what its ledger says', async () => {
  const sum = Object.values(partitionUnits(writes)).reduce((total, units) => total + units, 0);
  const issue = writes.filter(({ by }) => by === 'invoices-issue' || by === 'workers-render-document');
  const ofIssue = partitionUnits(issue)['C#<id>'] ?? NaN;
  const ledger = [
    `${usage.writeUnits} write units, ${usage.readUnits} read units, ${usage.transitions} state transitions, ${writes.length} calls that write`,
    '',
    `Units of the ${sum} without indexes by partition:`,
    ...Object.entries(partitionUnits(writes))
      .map(([partition, units]) => `  ${partition}: ${units}`)
      .toSorted(),
    '',
    `An issue with its files: ${ofIssue} of them in the partition of its company, which takes ${PARTITION_UNITS.toLocaleString('en')} a second: ${Math.floor(PARTITION_UNITS / ofIssue)} issues`,
    '',
    ...ledgerLines(writes),
    '',
  ].join('\n');
  await expect(likeLedger(ledger)).toMatchFileSnapshot(LEDGER);
});

it('the engine charges each write as DynamoDB’s rules say', () => {
  for (const write of writes.filter(({ done }) => done))
    expect(write.tableUnits, JSON.stringify(write)).toBe(modelledUnits(write));
});

it('no transaction has one item, and no index is written for a row that is the same as before', () => {
  expect(lonelyTransactions(writes)).toEqual([]);
  expect(equalRows(writes)).toEqual([]);
  // Both would be found.
  const item = (gsi4sk: string, status: string) => ({
    sk: { S: 'INV' },
    row: { M: { status: { S: status } } },
    gsi4sk: { S: gsi4sk },
  });
  const write = (after: WireItem): Write => ({
    ...{ by: 'a function', operation: 'TransactWriteItems', done: true, tableUnits: 2, indexUnits: { gsi4: 1 } },
    items: [{ before: item('1', 'draft'), after }],
  });
  expect(lonelyTransactions([write(item('2', 'draft'))])).toEqual(['a function: INV']);
  expect(equalRows([write(item('2', 'draft'))])).toEqual(['a function: INV']);
  expect(equalRows([write(item('2', 'issued')), write(item('1', 'draft'))])).toEqual([]);
});
