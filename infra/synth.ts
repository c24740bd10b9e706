import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** `npm run synth`: writes the templates of all stages by `cdk synth`, and says how long it took. Arguments go to `cdk synth`. */

/** Seconds for all stages of cdk.json, on a machine with two processors that does nothing else. */
const TARGET = 60;

const CDK = join(import.meta.dirname, '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');

const start = performance.now();
const synth = spawn(process.execPath, [CDK, 'synth', '--quiet', ...process.argv.slice(2)], { stdio: 'inherit' });
const [code] = (await once(synth, 'exit')) as [number | null];
const seconds = (performance.now() - start) / 1000;
console.error(
  `Synthesis took ${seconds.toFixed(0)} s.` +
    (seconds > TARGET ? ` The target is ${TARGET} s on two processors that do nothing else.` : ''),
);
process.exitCode = code ?? 1;
