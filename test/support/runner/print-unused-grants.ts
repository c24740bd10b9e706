import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { statementsOf } from '../../../infra/grants/grants.ts';
import { LOCAL_STAGE } from '../../../infra/local/policy/stage.ts';
import { tableAccess } from '#shared/platform/lambda/grants.ts';
import { unusedGrants } from './compare-grants.ts';

/**
 * Prints what functions declare to use and no test has used (unused-grants.ts): words of `uses`, and reading or writing the table; ends
 * with 1 if there is any. Argument: the folder of the record.
 */
const folder = process.argv[2] ?? '';
const used = new Set(readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n')));
const { endpoints, background } = await loadCatalogue();

/** What shows that a function reads the table, and that it writes it. */
const SHOWN_BY = {
  none: [],
  read: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  write: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
};

const unused = unusedGrants(
  [...endpoints, ...background].map(({ name, handler: { definition } }) => {
    const access = tableAccess(definition);
    const words = definition.uses ?? [];
    return {
      name,
      grants: [
        ...words.map(word => ({ word, actions: statementsOf(word, LOCAL_STAGE).flatMap(({ Action }) => Action) })),
        { word: `table: ${access}`, actions: SHOWN_BY[access] },
      ],
    };
  }),
  used,
);
console.log(`\nGrants that no test has used: ${unused.length === 0 ? 'none' : unused.length}\n${unused.join('\n')}`);
if (unused.length > 0)
  console.log(
    'Use each in a test, take it out of the definition of the function, or say in test/support/runner/compare-grants.ts why no test can.',
  );
process.exit(unused.length === 0 ? 0 : 1);
