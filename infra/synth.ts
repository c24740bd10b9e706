import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `npm run synth`: writes the templates of all stages by `cdk synth`, and says how long it took. Arguments go to `cdk synth`. */

/** Seconds for all stages of cdk.json, on a machine with two processors that does nothing else. */
const TARGET = 60;

const CDK = join(import.meta.dirname, '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');

const start = performance.now();
const synth = spawn(process.execPath, [CDK, 'synth', '--quiet', ...process.argv.slice(2)], { stdio: 'inherit' });
const [code] = (await once(synth, 'exit')) as [number | null];
const seconds = (performance.now() - start) / 1000;
const processor = await processorSeconds();
console.error(
  `Synthesis took ${seconds.toFixed(0)} s${processor === undefined ? '' : `, and ${processor.toFixed(0)} s of processor time`}.` +
    (seconds > TARGET ? ` The target is ${TARGET} s on two processors that do nothing else.` : ''),
);
process.exitCode = code ?? 1;

/** Processor time of the processes that this one started and theirs; undefined where the system does not tell it (Linux does). */
async function processorSeconds(): Promise<number | undefined> {
  try {
    // proc_pid_stat(5): fields 16 and 17 are user and system time of children that have ended, in hundredths of a second.
    const fields = (await readFile('/proc/self/stat', 'utf8')).split(' ');
    return (Number(fields[15]) + Number(fields[16])) / 100;
  } catch {
    return undefined;
  }
}
