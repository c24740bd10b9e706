import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { actionsOf } from '../../../infra/grants.ts';
import { RECORD_ACTIONS } from '../../../infra/local/policy/recorded-actions.ts';
import { LOCAL_STAGE } from '../../../infra/local/policy/stage.ts';
import { unusedGrants } from './compare-grants.ts';

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

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const used = new Set(readdirSync(this.#folder).flatMap(name => readFileSync(join(this.#folder, name), 'utf8').split('\n')));
    rmSync(this.#folder, { recursive: true, force: true });
    if (modules.length < WHOLE) return;
    const { endpoints, background } = await loadCatalogue();
    const granted = [...endpoints, ...background].map(({ name, handler }) => ({
      name,
      grants: (handler.definition.uses ?? []).map(word => ({ word, actions: actionsOf(word, LOCAL_STAGE) })),
    }));
    const unused = unusedGrants(granted, used);
    console.log(`\nGrants that no test has used: ${unused.length === 0 ? 'none' : ''}\n${unused.join('\n')}`);
  }
}
