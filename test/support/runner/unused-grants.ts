import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { RECORD_ACTIONS } from '../../../infra/local/policy/action-recorder.ts';

/** Fewer test files than this are a part of the suite, which uses a part of the grants. */
const WHOLE = 500;

/**
 * At the end of a run of the whole suite, prints every word of `uses` that no call of its function has needed.
 * The other direction is checked while tests run: the local runtime refuses what is not granted (infra/local/policy).
 */
export default class UnusedGrants implements Reporter {
  readonly #folder = mkdtempSync(join(tmpdir(), 'invoicing-actions-'));

  constructor() {
    // Test processes start later, with this environment.
    process.env[RECORD_ACTIONS] = this.#folder;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // In a process of its own: the runner cannot load the functions, whose definitions have the grants.
    const compare = join(import.meta.dirname, 'print-unused-grants.ts');
    try {
      if (modules.length >= WHOLE) execFileSync(process.execPath, [compare, this.#folder], { stdio: 'inherit' });
    } catch (error) {
      console.error('The unused grants could not be printed:', (error as Error).message);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
