import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { actionsOf } from '../../../infra/grants.ts';
import { LOCAL_STAGE } from '../../../infra/local/policy/stage.ts';
import { unusedGrants } from './compare-grants.ts';

/**
 * Prints the words of `uses` that no recorded action needed (unused-grants.ts), and ends with 1 if there is one. Argument: the folder
 * of the record.
 */
const folder = process.argv[2] ?? '';
const used = new Set(readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n')));
const { endpoints, background } = await loadCatalogue();
const granted = [...endpoints, ...background].map(({ name, handler }) => ({
  name,
  grants: (handler.definition.uses ?? []).map(word => ({ word, actions: actionsOf(word, LOCAL_STAGE) })),
}));
const unused = unusedGrants(granted, used);
console.log(`\nGrants that no test has used: ${unused.length === 0 ? 'none' : unused.length}\n${unused.join('\n')}`);
if (unused.length > 0)
  console.log(
    'Use each in a test, take it out of `uses` of the function, or say in test/support/runner/compare-grants.ts why no test can.',
  );
process.exit(unused.length === 0 ? 0 : 1);
