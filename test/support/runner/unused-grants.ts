import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { RECORD_PRIVILEGES } from '../../../infra/local/policy/privilege-recorder.ts';
import { isWholeSuite } from './whole-suite.ts';

/**
 * At the end of a run of the whole suite, prints every word of `uses` that no call of its function has needed, and fails the run if
 * there is one. A part of the suite uses a part of the grants: it is not compared.
 * The other direction is checked while tests run: the local runtime refuses what is not granted (infra/local/policy).
 */
export default class UnusedGrants implements Reporter {
  /** A folder of the caller's is kept: parts of the suite can be run one after the other (print-unused-grants.ts). */
  readonly #kept = process.env[RECORD_PRIVILEGES];
  readonly #folder = this.#kept ?? mkdtempSync(join(tmpdir(), 'invoicing-privileges-'));
  #vitest: Vitest | undefined;

  constructor() {
    // Test processes start later, with this environment.
    process.env[RECORD_PRIVILEGES] = this.#folder;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    if (reason !== 'interrupted' && this.#vitest && (await isWholeSuite(this.#vitest, modules))) this.#compare();
    if (this.#kept === undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  /** In a process of its own: the runner cannot load the functions, whose definitions have the grants. */
  #compare(): void {
    try {
      execFileSync(process.execPath, [join(import.meta.dirname, 'print-unused-grants.ts'), this.#folder], { stdio: 'inherit' });
    } catch (error) {
      console.error('The run fails because of its grants:', (error as Error).message);
      process.exitCode = 1;
    }
  }
}
