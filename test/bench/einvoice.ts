import { evaluate } from '#shared/authority/einvoice/rules/evaluate.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { documentOf, least, measure, speedLine } from '../conformance/speed.ts';
import { officialValidator } from '../conformance/verdicts.ts';
import { oracleAvailable, SKIPPED } from '../support/einvoice/oracle.ts';

/** Targets for our rules and our writer: relative to the official processor, for 50 lines, and from 100 lines to 1,000. */
const TARGETS = {
  /** How many times faster than SaxonJS on the same document, in one run. */
  ratio: 100,
  /** Milliseconds to write 50 lines. */
  writing: 2,
  /** Maximum factor of the cost for ten times the lines. */
  growth: 20,
};
const SET = 'cius-ro-1.0.9';

/** `npm run bench -- einvoice`. Prints the measurements. @returns one sentence per missed target */
export async function benchEinvoice(): Promise<string[]> {
  console.log('\nE-invoice: rules and writer');
  return [...(await againstSaxon()), ...writing(), ...growth()];
}

async function againstSaxon(): Promise<string[]> {
  if (!oracleAvailable) {
    console.log(`  comparison with SaxonJS${SKIPPED}`);
    return [];
  }
  const validator = await officialValidator(SET);
  return [2, 50, 500].flatMap(lines => {
    const speed = measure(validator, lines);
    console.log(`  rules, ${speedLine(speed)}`);
    return speed.ratio < TARGETS.ratio
      ? [`The rules are ${speed.ratio.toFixed(0)} times faster than SaxonJS on ${lines} lines; the target is ${TARGETS.ratio}.`]
      : [];
  });
}

function writing(): string[] {
  const document = documentOf(50);
  const millis = least(() => writeUbl(document), 50);
  console.log(`  writing 50 lines: ${millis.toFixed(2)} ms`);
  return millis > TARGETS.writing ? [`Writing 50 lines takes ${millis.toFixed(2)} ms; the target is ${TARGETS.writing}.`] : [];
}

function growth(): string[] {
  const [small, large] = [documentOf(100), documentOf(1000)];
  const works: [string, (document: typeof small) => unknown][] = [
    ['writing', document => writeUbl(document)],
    ['rules', document => evaluate(writeUbl(document), SET)],
  ];
  return works.flatMap(([name, work]) => {
    const [few, many] = [least(() => work(small), 10), least(() => work(large), 3)];
    const times = many / few;
    console.log(
      `  ${name}, 100 lines: ${few.toFixed(1)} ms, 1,000 lines: ${many.toFixed(1)} ms: ${times.toFixed(1)} times the cost`,
    );
    return times > TARGETS.growth ? [`${name}: ten times the lines cost ${times.toFixed(1)} times as much.`] : [];
  });
}
