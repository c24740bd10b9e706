import { parseArgs } from 'node:util';
import { measure, type Measured, MOST_PER_DOUBLING } from '../support/text-cost/measure.ts';
import { patternReaders } from '../support/text-cost/patterns.ts';
import { readers } from '../support/text-cost/readers.ts';

/**
 * `npm run text-cost`: what reading text from outside costs, as a table: every function that parses or matches, and every
 * regular expression, each with the input on which it takes longest; lengths doubled ten times from 64 characters. Ends with 1 when a
 * time more than doubles (2.5 times, over 2 ms) with the length. `-- --match <text>` takes only functions whose name or file contains it;
 * `--all` prints every input.
 */
const { values } = parseArgs({ options: { match: { type: 'string', default: '' }, all: { type: 'boolean', default: false } } });

const chosen = [...readers(), ...patternReaders()].filter(({ reads, source }) => `${reads} ${source}`.includes(values.match));
console.log('function | source | input | ms at 64, 128, ... characters | worst ratio per doubling');
for (const reader of chosen) {
  const rows: Measured[] = [];
  for (const input of reader.inputs) rows.push(await measure(reader, input));
  const cost = ({ worst, millis }: Measured): number =>
    (worst !== null && worst > MOST_PER_DOUBLING ? 1e9 : 0) + Math.max(...millis);
  const shown = rows.toSorted((a, b) => cost(b) - cost(a)).slice(0, values.all ? rows.length : 1);
  for (const { reads, source, input, millis, worst } of shown) {
    const cells = [reads, source, input, millis.map(one => one.toFixed(2)).join(' '), worst === null ? '-' : worst.toFixed(2)];
    console.log(cells.map(cell => cell.slice(0, 110)).join(' | '));
  }
  const violations = rows.filter(({ worst }) => worst !== null && worst > MOST_PER_DOUBLING);
  for (const { reads, input, worst } of violations)
    console.error(`${reads} takes ${worst?.toFixed(2)} times as long for twice ${input}.`);
  if (violations.length > 0) process.exitCode = 1;
}
