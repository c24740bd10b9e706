import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { FunctionBundle } from './functions.ts';

/** The function that all others are compared with. */
export const BASELINE = 'infra/bundle/baseline.ts';

/** The time that a fresh Node process takes to import a function, without the start of Node itself. */
export interface ImportTime {
  /** Milliseconds, best of the runs. */
  wall: number;
  /** Milliseconds of processor time of all threads, best of the runs; hardly affected by other load on the machine. */
  cpu: number;
  /** `cpu` divided by that of the baseline, which is imported alternately. */
  ratio: number;
}

const run = promisify(execFile);

const PROBE = `
const url = process.argv[1];
const cpu = process.cpuUsage();
const start = performance.now();
const { handler } = await import(url);
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
if (typeof handler !== 'function') throw new Error(url + ' exports no handler.');
console.log(JSON.stringify({ wall, cpu: (user + system) / 1000 }));
process.exit();
`;

/** Imports a bundled function and the baseline alternately, each in `runs` fresh processes. */
export async function importTime(one: FunctionBundle, baseline: FunctionBundle, runs: number): Promise<ImportTime> {
  const times: Import[] = [];
  const compared: Import[] = [];
  for (let index = 0; index < runs; index++) {
    compared.push(await importOnce(baseline));
    times.push(await importOnce(one));
  }
  const cpu = Math.min(...times.map(time => time.cpu));
  return {
    wall: Math.min(...times.map(time => time.wall)),
    cpu,
    ratio: cpu / Math.min(...compared.map(time => time.cpu)),
  };
}

type Import = Pick<ImportTime, 'wall' | 'cpu'>;

async function importOnce({ asset, name }: FunctionBundle): Promise<Import> {
  const url = pathToFileURL(join(asset, `${name}.mjs`)).href;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROBE, url]);
  return JSON.parse(stdout) as Import;
}

/** The load average of the last minute per processor: at 1, every processor has one runnable thread. */
export const load = (): number => (loadavg()[0] ?? 0) / availableParallelism();
