import { parseArgs } from 'node:util';
import { bundleFunctions, type FunctionBundle } from './bundle/functions.ts';
import { BASELINE, importTime, load, type ImportTime } from './bundle/measure.ts';
import { isEndpoint, kB, overUpload, uploadsOf, uploadSummary } from './bundle/upload.ts';
import { functionFiles, functionName } from './catalogue.ts';

/**
 * `npm run bundle`: builds all functions as they are deployed and compares them with their targets: the minified size of what a
 * cold start loads, and the processor time to import it in a fresh process, relative to a function that loads only the DynamoDB
 * document client. Then says how much a change uploads (bundle/upload.ts). Exits 1 and lists what exceeds a target.
 *
 * `--match <text>` builds only functions whose name contains the text; `--no-import` skips the import times;
 * `--runs <n>` imports each function n times and takes the best time.
 */
export const TARGETS = {
  /** Minified bytes of an API function. */
  bytes: 700_000,
  /** Processor time to import an API function, divided by that of the baseline in the same run: comparable between machines. */
  importRatio: 1.5,
};

export interface Measured extends FunctionBundle {
  time: ImportTime | undefined;
}

/** One sentence for each target that an API function exceeds; no caller waits for a cold start of the others. */
export const overTarget = (functions: readonly Measured[]): string[] =>
  functions
    .filter(isEndpoint)
    .flatMap(({ name, bytes, time }) => [
      ...(bytes > TARGETS.bytes ? [`${name} loads ${kB(bytes)} at its start; the target is ${kB(TARGETS.bytes)}.`] : []),
      ...(time && time.ratio > TARGETS.importRatio
        ? [`${name} takes ${time.ratio.toFixed(2)} × the import of the baseline; the target is ${TARGETS.importRatio}.`]
        : []),
    ]);

/** Bundles the chosen functions and the baseline, and measures them. @param runs imports of each function; 0 measures sizes only */
export async function bundleAndMeasure(
  files: readonly string[],
  { outDir = 'dist/functions', runs, chosen }: { outDir?: string; runs: number; chosen: (name: string) => boolean },
): Promise<Measured[]> {
  const bundles = await bundleFunctions([...files.filter(file => chosen(functionName(file))), BASELINE], outDir);
  const baseline = bundles.find(({ file }) => file === BASELINE);
  if (!baseline) throw new Error('The baseline was not bundled.');
  const measured: Measured[] = [];
  for (const one of bundles.filter(bundle => bundle !== baseline)) {
    let time = runs > 0 ? await importTime(one, baseline, runs) : undefined;
    // Repeats the measurement with more runs: other load on the machine must not decide the result.
    if (time && time.ratio > TARGETS.importRatio) time = await importTime(one, baseline, runs * 3);
    measured.push({ ...one, time });
  }
  return measured;
}

/** The measurements as a table for the terminal, with a summary as its last line. */
export function table(functions: readonly Measured[]): string {
  const width = Math.max(...functions.map(({ name }) => name.length), 8);
  const row = (...[name, ...figures]: string[]): string =>
    [(name ?? '').padEnd(width), ...figures.map(figure => figure.padStart(9))].join('  ');
  return [
    row('function', 'loads kB', 'lazy kB', 'files', 'import ms', 'CPU ms', 'ratio'),
    ...functions.map(({ name, bytes, lazyBytes, files, time, packages }) =>
      row(
        name,
        (bytes / 1000).toFixed(0),
        (lazyBytes / 1000).toFixed(0),
        String(files.length),
        time?.wall.toFixed(0) ?? '-',
        time?.cpu.toFixed(0) ?? '-',
        time?.ratio.toFixed(2) ?? '-',
        ...(packages.length > 0 ? [`beside it: ${packages.join(', ')}`] : []),
      ),
    ),
    summary(functions),
  ].join('\n');
}

/** Median and maximum size and import time of the API functions. */
function summary(functions: readonly Measured[]): string {
  const api = functions.filter(isEndpoint);
  const spread = (title: string, digits: number, valueOf: (one: Measured) => number | undefined): string => {
    const sorted = api.flatMap(one => valueOf(one) ?? []).sort((a, b) => a - b);
    const [median, maximum] = [sorted[sorted.length >> 1], sorted.at(-1)];
    return `${title} ${median?.toFixed(digits) ?? '-'} / ${maximum?.toFixed(digits) ?? '-'}`;
  };
  return [
    `${api.length} API functions, median / maximum:`,
    spread('kB', 0, ({ bytes }) => bytes / 1000),
    spread('import ms', 0, ({ time }) => time?.wall),
    spread('ratio', 2, ({ time }) => time?.ratio),
  ].join('  ');
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
  const measured = await bundleAndMeasure(await functionFiles(), {
    runs: values.import ? Number(values.runs) : 0,
    chosen: name => name.includes(values.match),
  });
  const uploads = uploadsOf(measured);
  console.log(`${table(measured)}\n${uploadSummary(uploads)}`);
  const over = [...overTarget(measured), ...overUpload(uploads)];
  if (over.length === 0) return;
  console.error(`\nOver target (load ${load().toFixed(1)} a processor):\n${over.map(line => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
}

if (import.meta.main) await main();
