import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints the ten slowest test files, and the command to repeat a run with a random seed. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules
      .map(module => ({ path: relative(process.cwd(), module.moduleId), seconds: module.diagnostic().duration / 1000 }))
      .toSorted((a, b) => b.seconds - a.seconds);
    if (timed.length > 10) {
      console.log('The ten slowest files, in seconds:');
      for (const { path, seconds } of timed.slice(0, 10)) console.log(`${seconds.toFixed(1).padStart(8)}  ${path}`);
    }
    const seed = process.env['SEED'];
    if (seed !== undefined) console.log(`SEED=${seed} npm run test:long repeats this run.`);
  }
}
