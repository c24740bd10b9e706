import { relative } from 'node:path';
import { DefaultReporter } from 'vitest/node';
import type { SerializedError, TestModule, TestRunEndReason, TestSpecification } from 'vitest/node';
import { type Failed, failedTests, rerunCommand } from './failed-tests.ts';

/** Milliseconds between two lines of progress where the output is no terminal. */
const INTERVAL = 10_000;

const DEFAULT_CONFIG = 'vitest.config.ts';

/**
 * The runner's own reporter, less its line for each file that passed: prints the progress of the run, each failure at once, and at the end
 * the list of failed tests with the command that runs just those.
 */
export default class Progress extends DefaultReporter {
  #files = 0;
  #done = 0;
  #tests = 0;
  #failed = 0;
  #printed = 0;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#done = this.#tests = this.#failed = 0;
    this.#printed = performance.now();
    super.onTestRunStart(specifications);
  }

  override printTestModule(module: TestModule): void {
    this.#done++;
    this.#tests += [...module.children.allTests()].length;
    if (module.state() === 'failed') {
      this.#failed++;
      for (const one of failedTests([outcomeOf(module)])) this.error(`FAIL ${inWords(one)}`);
    }
    if (this.isTTY || performance.now() - this.#printed < INTERVAL) return;
    this.#printed = performance.now();
    const seconds = Math.round((performance.now() - this.start) / 1000);
    const failed = this.#failed > 0 ? `, ${this.#failed} files failed` : '';
    this.log(`${seconds} s: ${this.#done} of ${this.#files} files, ${this.#tests} tests${failed}`);
  }

  override onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    super.onTestRunEnd(modules, errors, reason);
    const failed = failedTests(modules.map(outcomeOf));
    if (failed.length === 0) return;
    this.log(`\nFailed:\n${failed.map(one => `  ${inWords(one)}`).join('\n')}`);
    const config = relative(process.cwd(), this.ctx.vite.config.configFile ?? '');
    const options = {
      config: config === DEFAULT_CONFIG ? undefined : config,
      seed: process.env['SEED'],
      all: process.env['TEST_ALL'] === '1',
    };
    this.log(`Run just these again:\n  ${rerunCommand(failed, options)}`);
  }
}

const outcomeOf = (module: TestModule) => ({
  path: relative(process.cwd(), module.moduleId),
  fails: module.state() === 'failed',
  tests: [...module.children.allTests('failed')].map(({ fullName }) => fullName),
});

const inWords = ({ path, name }: Failed): string => (name === undefined ? path : `${path}: ${name}`);
