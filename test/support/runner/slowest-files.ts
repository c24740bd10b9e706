import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** A run of fewer files than this says nothing of the share of one. */
const MANY = 100;

/**
 * Prints the ten test files that took the most processor time, and the command to repeat a run with a random seed. A run of many files in
 * which one takes more than the share `limit` of all processor time fails: such a file belongs to the long run, or holds two. Files of a
 * strict part do more, and may take longer.
 */
export default class SlowestFiles implements Reporter {
  readonly #limit: number;

  constructor({ limit = Infinity }: { limit?: number } = {}) {
    this.#limit = limit;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules
      .map(module => ({
        path: relative(process.cwd(), module.moduleId),
        isStrict: module.project.name.endsWith(' strict'),
        processor: module.meta().processorSeconds ?? 0,
        wall: module.diagnostic().duration / 1000,
      }))
      .toSorted((a, b) => b.processor - a.processor);
    const sum = timed.reduce((all, { processor }) => all + processor, 0);
    if (timed.length > 10) {
      console.log(
        `Processor time of ${timed.length} files: ${sum.toFixed(0)} s. The ten slowest (seconds of processor, by the clock):`,
      );
      for (const { path, processor, wall } of timed.slice(0, 10))
        console.log(`${processor.toFixed(1).padStart(8)} ${wall.toFixed(1).padStart(8)}  ${path}`);
    }
    const most = timed.length < MANY ? Infinity : sum * this.#limit;
    const over = timed.filter(({ processor, isStrict }) => !isStrict && processor > most);
    for (const { path, processor } of over)
      console.error(
        `${path} took ${processor.toFixed(1)} s of processor time, more than ${most.toFixed(1)}: move its depth to a *.long.test.ts.`,
      );
    if (over.length > 0) process.exitCode = 1;
    const seed = process.env['SEED'];
    if (seed !== undefined) console.log(`SEED=${seed} npm run test:long repeats this run.`);
  }
}
