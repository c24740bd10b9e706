import { parseArgs } from 'node:util';
import { bundleAndMeasure, type Measured, overTarget } from '../../infra/bundle.ts';
import { startService } from '../support/service.ts';
import { type Cost, measureEndpoint } from './measure.ts';
import { beyondAdmission, callersOf, openRefusedWorld, refusedCall } from './refused.ts';
import { startRegisters } from './registers.ts';
import { seed } from './requests.ts';
import { beyond, reasonsOf, roundTripsAllowed } from './targets.ts';

/**
 * `npm run bench`: calls every endpoint of the catalogue on a small company, each alone, and prints what a call costs: round trips of
 * DynamoDB calls, calls, read and write units, scans, processor time; and of its function the size and the time to import it. Then
 * it sends every endpoint requests that it rejects, which may read no more than admission itself does (refused.ts).
 * Ends with 1 when a target is missed, or an endpoint could not be called. `npm run bench -- lists` measures the list of a company
 * with 100,000 documents instead (lists.ts), `npm run bench -- einvoice` the rules and the writer of e-invoices alone (einvoice.ts).
 *
 * `--times <n>` calls each n times; `--match <text>` takes only functions whose name contains the text; `--runs <n>` imports each
 * function n times, 0 leaves import times out.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '5' },
    match: { type: 'string', default: '' },
    runs: { type: 'string', default: '3' },
  },
});

if (process.argv.includes('lists')) {
  const { benchLists } = await import('./lists.ts');
  process.exit((await benchLists()) ? 0 : 1);
}
if (process.argv.includes('einvoice')) {
  const { benchEinvoice } = await import('./einvoice.ts');
  process.exit(told(await benchEinvoice()));
}
const { costs, failures } = await callAll();
const bundles = await measureBundles(costs);
print(costs, bundles);
const refused = await refuseAll();
const { benchEinvoice } = await import('./einvoice.ts');
const rules = values.match === '' ? await benchEinvoice() : [];
// Browsers for PDFs stay open for the next service of the process.
process.exit(told([...failures, ...costs.flatMap(beyond), ...refused, ...overTarget([...bundles.values()]), ...rules]));

/** Prints the missed targets. @returns the exit code */
function told(missed: readonly string[]): number {
  if (missed.length === 0) return 0;
  console.error(`\nMissed:\n${missed.map(line => `- ${line}`).join('\n')}`);
  return 1;
}

async function callAll(): Promise<{ costs: Cost[]; failures: string[] }> {
  const service = await startService();
  const registers = await startRegisters();
  const done: Cost[] = [];
  const failed: string[] = [];
  try {
    const world = await seed(service);
    for (const entry of service.runtime.catalogue.endpoints.filter(({ name }) => name.includes(values.match))) {
      try {
        done.push(await measureEndpoint(world, entry, Number(values.times)));
      } catch (error) {
        failed.push(`${entry.name} could not be called: ${(error as Error).message}`);
      }
    }
  } finally {
    registers.stop();
    await service.stop();
  }
  return { costs: done, failures: failed };
}

/** The rejected requests that read more than admission may. */
async function refuseAll(): Promise<string[]> {
  const service = await startService({ rateLimits: true });
  const beyondIt: string[] = [];
  try {
    service.runtime.clock.freeze(true);
    const { endpoints } = service.runtime.catalogue;
    const paths = new Set(endpoints.map(({ handler: { definition } }) => `${definition.method} ${definition.path}`));
    const world = await openRefusedWorld(service, template => paths.has(`DELETE ${template}`));
    const callers = callersOf(world, endpoints, true);
    const chosen = endpoints.filter(({ name }) => name.includes(values.match));
    let calls = 0;
    for (const entry of chosen) {
      for (const caller of callers(entry)) {
        const violations = beyondAdmission(caller, await refusedCall(world, entry, caller));
        beyondIt.push(...violations.map(violation => `${entry.name}, ${violation}`));
        calls++;
      }
    }
    console.log(`\nRefused requests: ${calls}, ${beyondIt.length} of them read more than admission.`);
  } finally {
    await service.stop();
  }
  return beyondIt;
}

async function measureBundles(called: readonly Cost[]): Promise<Map<string, Measured>> {
  const names = new Set(called.map(({ name }) => name));
  const { functionFiles } = await import('../../infra/catalogue.ts');
  const measured = await bundleAndMeasure(await functionFiles(), {
    runs: Number(values.runs),
    chosen: name => names.has(name) || values.match === '',
  });
  return new Map(measured.map(bundle => [bundle.name, bundle]));
}

function print(rows: readonly Cost[], functions: ReadonlyMap<string, Measured>): void {
  const titles = ['round trips', 'calls', 'RU', 'WU', 'scans', 'S3', 'CPU ms', 'kB', 'import ms', 'ratio'];
  const width = Math.max(8, ...rows.map(({ endpoint }) => endpoint.length));
  const line = (first: string, rest: (string | number)[], note = ''): string =>
    [first.padEnd(width), ...rest.map((cell, place) => String(cell).padStart(titles[place]?.length ?? 0)), note].join('  ');
  const ofBundle = (bundle: Measured | undefined): string[] => [
    bundle ? (bundle.bytes / 1000).toFixed(0) : '-',
    bundle?.time?.wall.toFixed(0) ?? '-',
    bundle?.time?.ratio.toFixed(2) ?? '-',
  ];
  console.log(line('endpoint', titles));
  for (const row of rows) {
    const note = row.roundTrips > roundTripsAllowed(row) ? 'OVER TARGET' : reasonsOf(row.name);
    const { roundTrips, calls, readUnits, writeUnits, scans, s3, cpuMillis } = row;
    console.log(
      line(
        row.endpoint,
        [roundTrips, calls, readUnits, writeUnits, scans, s3, cpuMillis.toFixed(1), ...ofBundle(functions.get(row.name))],
        note,
      ),
    );
  }
  const called = new Set(rows.map(({ name }) => name));
  for (const [name, bundle] of functions) {
    if (!called.has(name)) console.log(line(name, ['', '', '', '', '', '', '', ...ofBundle(bundle)]));
  }
}
