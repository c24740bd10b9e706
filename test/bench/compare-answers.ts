import { parseArgs } from 'node:util';
import { compareAnswers, readAnswers } from '../support/runner/recorded-answers.ts';

/**
 * Compares the responses of the API to the same tests before and after a change:
 *
 *     RECORD_ANSWERS=.local/before npx vitest run --project api --project faults     # and .local/after, with the change
 *     node test/bench/compare-answers.ts .local/before .local/after [--again .local/before-again] [--first 20]
 *
 * Prints what differs in each test, and ends with code 1 if something does. Some responses always differ, such as those to
 * simultaneous requests: a second record of the state before shows which. Record all on the same day: dates are compared.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { first: { type: 'string', default: '20' }, again: { type: 'string' } },
});
const [before, after] = positionals;
if (before === undefined || after === undefined) throw new Error('Name two folders of recorded answers.');

const again = values.again === undefined ? undefined : readAnswers(values.again);
const { tests, onlyBefore, onlyAfter, differences, unsteady } = compareAnswers(readAnswers(before), readAnswers(after), again);
const differing = [...new Set(differences.map(({ test }) => test))];
console.log(`${tests} tests in both records; ${onlyBefore.length} only before, ${onlyAfter.length} only after.`);
for (const test of onlyBefore) console.log(`  only before: ${test}`);
for (const test of onlyAfter) console.log(`  only after:  ${test}`);
console.log(
  `${differences.length} differences in ${differing.length} tests; ${unsteady} more where answers differ without a change, too.`,
);
for (const test of differing.slice(0, Number(values.first))) {
  console.log(`\n${test}`);
  for (const one of differences.filter(other => other.test === test))
    console.log(`${one.count > 0 ? '+' : '-'}${Math.abs(one.count)} ${one.answer.replaceAll('\n', '\n   ')}`);
}
process.exitCode = differences.length === 0 ? 0 : 1;
