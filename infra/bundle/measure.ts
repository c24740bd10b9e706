import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { FunctionBundle } from './functions.ts';

/** Milliseconds that a fresh Node process takes to import a function, without Node's own start. */
export interface ImportTime {
  /** Best of the runs: what the code takes, without what else the machine was doing. */
  wall: number;
  /** Of all threads, in the run that took least. */
  cpu: number;
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

/** Imports a bundled function in `runs` fresh processes, one after the other. */
export async function importTime({ asset, name }: FunctionBundle, runs: number): Promise<ImportTime> {
  const times: ImportTime[] = [];
  for (let index = 0; index < runs; index++) {
    const url = pathToFileURL(join(asset, `${name}.mjs`)).href;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROBE, url]);
    times.push(JSON.parse(stdout) as ImportTime);
  }
  return { wall: Math.min(...times.map(time => time.wall)), cpu: Math.min(...times.map(time => time.cpu)) };
}

/** How busy the machine is: 1 means that every processor has one thread that wants it. */
export const load = (): number => (loadavg()[0] ?? 0) / availableParallelism();
