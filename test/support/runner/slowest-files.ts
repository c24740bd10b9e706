import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints the ten test files that took the most processor time, and the command to repeat a run with a random seed. A run in which one
 * file takes more than `limit` seconds of processor time fails: such a file belongs to the long run, or holds two. Files of a strict part
 * do more, and may take longer.
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
    if (timed.length > 10) {
      const sum = timed.reduce((all, { processor }) => all + processor, 0);
      console.log(
        `Processor time of ${timed.length} files: ${sum.toFixed(0)} s. The ten slowest (seconds of processor, by the clock):`,
      );
      for (const { path, processor, wall } of timed.slice(0, 10))
        console.log(`${processor.toFixed(1).padStart(8)} ${wall.toFixed(1).padStart(8)}  ${path}`);
    }
    const over = timed.filter(({ processor, isStrict }) => !isStrict && processor > this.#limit);
    for (const { path, processor } of over)
      console.error(
        `${path} took ${processor.toFixed(1)} s of processor time, more than ${this.#limit}: move its depth to a *.long.test.ts.`,
      );
    if (over.length > 0) process.exitCode = 1;
    const seed = process.env['SEED'];
    if (seed !== undefined) console.log(`SEED=${seed} npm run test:long repeats this run.`);
  }
}
