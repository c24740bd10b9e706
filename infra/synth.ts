import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * `npm run synth`: writes the templates of all stages by `cdk synth`, and says how long it took. Arguments go to `cdk synth`, but for
 * `--within <seconds>`: the exit code is 1 when it took longer, 2 when no time is given. CI gives it the time of a busy machine.
 */

/** Seconds for all stages of cdk.json, on a machine with two processors that does nothing else. */
const TARGET = 45;

const CDK = join(import.meta.dirname, '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');

process.exitCode = await synthesise(process.argv.slice(2));

/** @returns the exit code */
async function synthesise(argv: readonly string[]): Promise<number> {
  const flag = argv.indexOf('--within');
  const within = flag < 0 ? Infinity : Number(argv[flag + 1] ?? NaN);
  if (!(within > 0)) {
    console.error('--within needs the seconds that synthesis may take: npm run synth -- --within 120');
    return 2;
  }
  const others = flag < 0 ? argv : argv.toSpliced(flag, 2);
  const start = performance.now();
  const synth = spawn(process.execPath, [CDK, 'synth', '--quiet', ...others], { stdio: 'inherit' });
  const [code] = (await once(synth, 'exit')) as [number | null];
  const seconds = (performance.now() - start) / 1000;
  console.error(
    `Synthesis took ${seconds.toFixed(0)} s.` +
      (seconds > TARGET ? ` The target is ${TARGET} s on two processors that do nothing else.` : '') +
      (seconds > within ? ` That is longer than the ${within} s that --within permits.` : ''),
  );
  return code === 0 && seconds > within ? 1 : (code ?? 1);
}
