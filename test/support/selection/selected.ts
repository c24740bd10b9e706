import { readFileSync } from 'node:fs';
import { LONG, sampled } from '../effort.ts';
import { concernedBy, inTurnOf } from './changed.ts';
import { CASES } from '../matrix/endpoints.ts';
import { sinceRelease } from './last-release.ts';
import { admissionOf, exchangeOf, firstOfEach } from './shapes.ts';

/**
 * The endpoints that the generated tests of this run try: in `npm test` the first of each shape, and some of those that have changed since
 * the last release of the API; in the long run a part by its seed, in `npm run test:all` all (test/support/effort.ts).
 */

/** The maximum number of changed endpoints: a change of a module that many of them import must not make `npm test` slow. */
const MOST_CHANGED = 3;

function usualNames(): ReadonlySet<string> {
  const first = firstOfEach(CASES, admissionOf, exchangeOf);
  const since = sinceRelease();
  if (!since) return first;
  const others = CASES.filter(({ name }) => !first.has(name));
  const [changed = [], now = []] = [since.paths, since.uncommitted].map(paths =>
    concernedBy(others, paths, file => readFileSync(file, 'utf8')),
  );
  // Uncommitted ones come first.
  const tried = [...inTurnOf(now, MOST_CHANGED, since.commit), ...inTurnOf(changed, MOST_CHANGED, since.commit)]
    .filter((one, place, all) => all.indexOf(one) === place)
    .slice(0, MOST_CHANGED);
  if (changed.length > tried.length && process.env['VITEST_POOL_ID'] === '1')
    process.stderr.write(
      `Of ${changed.length} more endpoints that have changed since the last release, the generated tests try ${tried.length}; npm run test:long those that its seed chooses.\n`,
    );
  return new Set([...first, ...tried.map(({ name }) => name)]);
}

const USUAL = LONG ? new Set<string>() : usualNames();

/** Those of the given endpoints that this run tries; at least one. */
export function selected<T extends { name: string }>(all: readonly T[]): T[] {
  const chosen = sampled(
    all,
    ({ name }) => name,
    ({ name }) => USUAL.has(name),
  );
  return chosen.length > 0 ? chosen : all.slice(0, 1);
}
