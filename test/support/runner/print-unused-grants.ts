import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { permissionsOf, statementsOf } from '../../../infra/grants.ts';
import { type Grant, writesTable } from '../../../shared/lambda/grants.ts';
import { privilegesOf } from '../../../infra/local/policy/privileges.ts';
import { LOCAL_STAGE } from '../../../infra/local/policy/stage.ts';
import { comparePrivileges, unusedGrants } from './compare-grants.ts';

/**
 * Prints what functions may do and no test has used (unused-grants.ts), words of `uses` and privileges; ends with 1 if there is any.
 * Argument: the folder of the record.
 */
const folder = process.argv[2] ?? '';
const used = new Set(readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n')));
const { endpoints, background } = await loadCatalogue();
const entries = [...endpoints, ...background];

const compared = comparePrivileges(
  entries.map(entry => ({
    name: entry.name,
    privileges: privilegesOf(permissionsOf(entry, LOCAL_STAGE).statements),
    words: (entry.handler.definition.uses ?? []).map(word => ({
      word,
      privileges: privilegesOf(statementsOf(word, LOCAL_STAGE)),
    })),
  })),
  used,
);
console.log(`\nPrivileges of functions: ${compared.granted}; used by tests: ${compared.used}; kept for a reason:`);
for (const { why, count } of compared.explained) console.log(`  ${count}: ${why}`);
console.log(`Privileges that no test has used: ${compared.unused.length === 0 ? 'none' : compared.unused.length}`);
for (const line of compared.unused) console.log(line);
if (compared.unused.length > 0)
  console.log(
    'Use each in a test of its function, take the word out of `uses`, or say in test/support/runner/kept-privileges.ts why no test can.',
  );
for (const why of compared.needless) console.log(`No longer needed in test/support/runner/kept-privileges.ts: ${why}`);

/** `<function> <action>` of each. */
const actions = new Set([...used].map(line => line.split(' ', 2).join(' ')));
const actionsOf = (words: readonly Grant[]): string[] =>
  words.flatMap(word => statementsOf(word, LOCAL_STAGE).flatMap(({ Action }) => Action));
const unused = unusedGrants(
  entries.map(({ name, handler }) => {
    const uses = handler.definition.uses ?? [];
    const isOfTable = (word: Grant): boolean => /^(table|index):/.test(word);
    // The words about the table are compared as privileges, above; that a function writes at all is compared here.
    const writes = uses.filter(word => writesTable([word]));
    return {
      name,
      grants: [
        ...uses.filter(word => !isOfTable(word)).map(word => ({ word, actions: actionsOf([word]) })),
        ...(writes.length > 0 ? [{ word: writes.join(', '), actions: actionsOf(writes) }] : []),
      ],
    };
  }),
  actions,
);
console.log(`\nGrants that no test has used: ${unused.length === 0 ? 'none' : unused.length}\n${unused.join('\n')}`);
if (unused.length > 0)
  console.log(
    'Use each in a test, take it out of `uses` of the function, or say in test/support/runner/compare-grants.ts why no test can.',
  );
process.exit(unused.length + compared.unused.length + compared.needless.length === 0 ? 0 : 1);
