import { parseArgs } from 'node:util';
import { bundleFunctions, type FunctionBundle } from './bundle/functions.ts';
import { importTime, load, type ImportTime } from './bundle/measure.ts';
import { functionFiles } from './catalogue.ts';

/**
 * `npm run bundle`: builds all functions as they are deployed and holds them against their targets: minified size of what a
 * cold start loads, and time to import it in a fresh process. Exits 1 with the list of those over target.
 *
 * `--match <text>` measures only functions whose name holds the text; `--no-import` leaves the import times out;
 * `--runs <n>` imports each n times and takes the best.
 */
export const TARGETS = {
  /** Minified bytes of an API function. */
  bytes: 600_000,
  /** Milliseconds. */
  importMillis: 90,
};

export interface Measured extends FunctionBundle {
  time: ImportTime | undefined;
}

/** Nobody waits for the start of these. */
const IN_THE_BACKGROUND = /^functions\/(schedules|tasks|workers)\//;

/** What is over target, each in a sentence. */
export const overTarget = (functions: readonly Measured[]): string[] =>
  functions
    .filter(({ file }) => !IN_THE_BACKGROUND.test(file))
    .flatMap(({ name, bytes, time }) => [
      ...(bytes > TARGETS.bytes ? [`${name} loads ${kB(bytes)} at its start; the target is ${kB(TARGETS.bytes)}.`] : []),
      ...(time && time.wall > TARGETS.importMillis
        ? [`${name} takes ${time.wall.toFixed(0)} ms to import; the target is ${TARGETS.importMillis} ms.`]
        : []),
    ]);

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/** Sizes and times. Whoever is over the time is measured again, longer: other work of the machine must not make a verdict. */
export async function measure(functions: readonly FunctionBundle[], runs: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const one of functions) {
    let time = runs > 0 ? await importTime(one, runs) : undefined;
    if (time && time.wall > TARGETS.importMillis) time = await importTime(one, runs * 3);
    measured.push({ ...one, time });
  }
  return measured;
}

/** A table for people. */
export function table(functions: readonly Measured[]): string {
  const width = Math.max(...functions.map(({ name }) => name.length), 8);
  const row = (...[name, ...figures]: string[]): string =>
    [(name ?? '').padEnd(width), ...figures.map(figure => figure.padStart(9))].join('  ');
  return [
    row('function', 'loads kB', 'lazy kB', 'import ms', 'CPU ms'),
    ...functions.map(({ name, bytes, lazyBytes, time, packages }) =>
      row(
        name,
        (bytes / 1000).toFixed(0),
        (lazyBytes / 1000).toFixed(0),
        time?.wall.toFixed(0) ?? '-',
        time?.cpu.toFixed(0) ?? '-',
        ...(packages.length > 0 ? [`beside it: ${packages.join(', ')}`] : []),
      ),
    ),
  ].join('\n');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      match: { type: 'string', default: '' },
      runs: { type: 'string', default: '5' },
      import: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });
  const started = performance.now();
  const all = await bundleFunctions(await functionFiles(), 'dist/functions');
  console.log(`${all.length} functions bundled in ${(performance.now() - started).toFixed(0)} ms.`);
  const chosen = all.filter(({ name }) => name.includes(values.match));
  const measured = await measure(chosen, values.import ? Number(values.runs) : 0);
  console.log(table(measured));
  const over = overTarget(measured);
  if (over.length === 0) return;
  console.error(`\nOver target (load ${load().toFixed(1)} a processor):\n${over.map(line => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
}

if (import.meta.main) await main();
