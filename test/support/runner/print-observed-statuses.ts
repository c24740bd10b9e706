import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { declaredErrors } from '../../../infra/api/declared-errors.ts';
import { compareStatuses, isComplete } from './compare-statuses.ts';
import { UNOBSERVABLE } from './unobservable-statuses.ts';

/**
 * Prints which documented statuses tests have observed (observed-statuses.ts). Argument: the folder of the record, made by
 * `RECORD_STATUSES=<folder> npx vitest run …`. It fails unless every one was observed or has its reason, and no reason is wrong.
 */
const folder = process.argv[2] ?? '';
const observed = new Set(readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n')));
const { endpoints } = await loadCatalogue();

const compared = compareStatuses(
  endpoints.map(({ name, handler: { definition } }) => ({
    name,
    // As the document has them (infra/openapi/operation.ts).
    statuses: [
      ...new Set([
        ...Object.keys(definition.responses).map(Number),
        ...(definition.version ? [304] : []),
        ...declaredErrors(definition),
      ]),
    ],
  })),
  observed,
  UNOBSERVABLE,
);
console.log(`\nDocumented statuses of operations: ${compared.documented}; observed by tests: ${compared.observed}`);
for (const { why, count } of compared.explained) console.log(`  ${count} not observed: ${why}`);
console.log(`Documented statuses that no test has observed: ${compared.missing.length === 0 ? 'none' : ''}`);
for (const line of compared.missing) console.log(line);
if (compared.wronglyExplained.length > 0)
  console.log(
    `Observed, although test/support/runner/unobservable-statuses.ts says why not:\n${compared.wronglyExplained.join('\n')}`,
  );
if (!isComplete(compared)) process.exitCode = 1;
