import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { isWholeSuite } from './whole-suite.ts';

/**
 * Records something while tests run, and prints a report of it at the end of a run of the whole suite: a part of the suite says
 * nothing about the rest. If the report ends with an error, the run fails.
 */
export abstract class WholeRun implements Reporter {
  readonly #script: string;
  /** A folder of the caller's is kept: parts of the suite can be run one after the other, and the report printed by hand. */
  readonly #kept: string | undefined;
  readonly #folder: string;
  #vitest: Vitest | undefined;

  /**
   * @param variable the environment variable with the folder of the record
   * @param script the program of this folder that prints the report; its argument is the folder of the record
   */
  constructor(variable: string, script: string) {
    this.#script = join(import.meta.dirname, script);
    this.#kept = process.env[variable];
    this.#folder = this.#kept ?? mkdtempSync(join(tmpdir(), 'invoicing-record-'));
    // Test processes start later, with this environment.
    process.env[variable] = this.#folder;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    if (reason !== 'interrupted' && this.#vitest && (await isWholeSuite(this.#vitest, modules))) this.#print();
    if (this.#kept === undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  /** In a process of its own: the runner cannot load the functions, whose definitions the reports need. */
  #print(): void {
    try {
      execFileSync(process.execPath, [this.#script, this.#folder], { stdio: 'inherit' });
    } catch (error) {
      console.error('The run fails because of this report:', (error as Error).message);
      process.exitCode = 1;
    }
  }
}
