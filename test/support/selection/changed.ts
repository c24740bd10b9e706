import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** The endpoints that a change of the sources affects. */

/** An endpoint with the file that defines it. */
interface Defined {
  name: string;
  /** Path from the repository's root. */
  file: string;
}

const IMPORTS = /^import (?!type\b)[^;]*?'([.#][^']+)'|\bimport\('([.#][^']+)'\)/gm;

/** The steps around all endpoints: a change there concerns the first endpoint of each shape. */
const AROUND_ALL = 'shared/platform/lambda/endpoint/';

/** The modules of `shared/` that a source imports itself, by their paths from the repository's root; types and the steps around all endpoints excepted. */
export const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(IMPORTS)]
    .map(([, fixed, dynamic]) => fixed ?? dynamic ?? '')
    .map(path => (path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path)))
    .filter(path => path.startsWith('shared/') && !path.startsWith(AROUND_ALL));

/**
 * The endpoints that changed paths concern: through their own file, or a module that it imports.
 *
 * @param sourceOf reads a file of the repository
 */
export const concernedBy = <T extends Defined>(
  all: readonly T[],
  changed: ReadonlySet<string>,
  sourceOf: (file: string) => string,
): T[] =>
  changed.size === 0
    ? []
    : all.filter(({ file }) => changed.has(file) || importsOf(file, sourceOf(file)).some(path => changed.has(path)));

/** At most `most` of the endpoints; which ones depends on `turn`, so that others come with the next commit. */
export const inTurnOf = <T extends Defined>(all: readonly T[], most: number, turn: string): T[] =>
  all
    .map(one => ({ one, rank: createHash('sha256').update(`${turn} ${one.name}`).digest('hex') }))
    .toSorted((a, b) => a.rank.localeCompare(b.rank))
    .slice(0, most)
    .map(({ one }) => one);
