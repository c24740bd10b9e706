import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Generator, Step } from './generators.ts';

const HERE = import.meta.dirname;

/** What a generator made of the document: `yes`, `not here` without the program, the first error, or nothing where nothing was tried. */
export interface Made {
  generates: string;
  compiles: string;
  runs: string;
}

/** Where the flow runs: `API`, `TOKEN`, `COMPANY` and `TODAY`. */
export type FlowEnvironment = Record<'API' | 'TOKEN' | 'COMPANY' | 'TODAY', string>;

/** Makes a client in `.cache/out`, compiles it, and runs the main flow by it if there is a system to send it to. */
export async function make(
  name: string,
  { generate, compile, run, files = {} }: Generator,
  flow?: FlowEnvironment,
): Promise<Made> {
  const folder = join(HERE, '.cache/out', name.replaceAll(/\W+/g, ' ').trim().replaceAll(' ', '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    if (typeof text === 'string') writeFileSync(join(folder, file), text);
    else cpSync(join(HERE, 'flows', text.flow), join(folder, file));
  }
  const generates = await tried([generate], folder);
  const compiles = generates === 'yes' ? await tried(compile ?? [], folder) : '';
  const runs = compiles === 'yes' && run && flow ? await tried([run], folder, flow, /PDF %PDF/) : '';
  return { generates, compiles: compile ? compiles : '', runs };
}

/** Runs steps in a folder, up to the first that fails. @param expected what the last one must print */
async function tried(steps: Step[], cwd: string, environment: object = {}, expected = /(?:)/): Promise<string> {
  const options = { cwd, maxBuffer: 2 ** 28, env: { ...process.env, ...environment } };
  let printed = '';
  try {
    for (const [command, ...rest] of steps) printed = (await promisify(execFile)(command, rest, options)).stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    return code === 'ENOENT' ? 'not here' : `no: ${firstError(`${stdout}\n${stderr}`)}`;
  }
  return expected.test(printed) ? 'yes' : `no: it printed ${printed}`;
}

/** The first line that speaks of an error, else the first line. */
function firstError(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'));
  return (lines.find(line => /error|exception/i.test(line)) ?? lines[0] ?? 'without a word').slice(0, 300);
}
