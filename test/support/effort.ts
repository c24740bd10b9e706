import { createHash } from 'node:crypto';

/**
 * How much generated tests do: few examples with a fixed seed in `npm test`; more with another seed each time in `npm run test:long`,
 * of a part of their cases; all in `npm run test:all`. Every test file that imports this one also runs in the last two
 * (vitest.long.config.ts).
 */

/** Whether this is `npm run test:long`, or `npm run test:all`. */
export const LONG = process.env['TEST_LONG'] === '1';

/** Whether the depth of a file runs beside its breadth: in these two, and in `npm run test:strict`. */
export const DEPTH = LONG || process.env['TEST_DEPTH'] === '1';

/** Whether this is `npm run test:all`. */
export const ALL = process.env['TEST_ALL'] === '1';

/** The seed of `npm run test:long`: from the variable SEED, or drawn and printed. */
const SEED = Number(process.env['SEED']);

export interface Effort {
  /** The number of examples in `npm test`, and their seed. */
  runs: number;
  seed: number;
  /** The number of examples in `npm run test:long`; ten times as many by default. */
  long?: number;
  /** The number of examples in `npm run test:all`; as in `npm run test:long` by default. */
  all?: number;
}

/** Parameters of `fc.assert` for a property. */
export const generated = ({ runs, seed, long = 10 * runs, all = long }: Effort): { numRuns: number; seed: number } =>
  LONG ? { numRuns: ALL ? all : long, seed: SEED } : { numRuns: runs, seed };

/** The seed for random values that fast-check does not generate. */
export const seedOf = (fixed: number): number => (LONG ? SEED : fixed);

/** A number that depends on the run: `usual` in `npm test`, `long` in `npm run test:long`, `all` in `npm run test:all`. */
export const sized = (usual: number, long: number, all = long): number => (ALL ? all : LONG ? long : usual);

/** The share of places that `npm run test:long` takes, unless `npm test` takes more: one in so many. */
const ONE_PLACE_IN = 16;

/** The places that a run takes of many in a row, besides the first and the last: those that leave `offset` when divided by `every`. */
export interface Stride {
  every: number;
  offset: number;
  /** The selection from `count` places, for the reader of a log. */
  of(count: number): string;
}

/** In `npm test` every `step`-th place; in the long run one in sixteen, which ones by its seed; in `npm run test:all` every place. */
export function strideOf(step: number): Stride {
  const every = ALL ? 1 : LONG ? Math.min(step, ONE_PLACE_IN) : step;
  const seed = LONG ? ` (seed ${SEED})` : '';
  return {
    every,
    offset: LONG ? SEED % every : 0,
    of: count => (every === 1 ? `all ${count}` : `the first, the last and one in ${every}${seed} of ${count}`),
  };
}

/** Indexes from 1: the first, the last, and those of the stride in between. */
export function places(count: number, step: number): number[] {
  const { every, offset } = strideOf(step);
  return Array.from({ length: count }, (_, index) => index + 1).filter(
    place => place === 1 || place === count || place % every === offset,
  );
}

/** The share of generated cases that `npm run test:long` takes: one in so many. */
const ONE_IN = 8;

/**
 * The cases of a generated test that this run takes: in `npm test` those of `usual`, all by default; in the long run a part by its seed, at least one;
 * in `npm run test:all` all.
 *
 * @param nameOf the name of a case, by which it is chosen, whatever other cases there are
 */
export function sampled<T>(all: readonly T[], nameOf: (one: T) => string, usual: (one: T) => boolean = () => true): T[] {
  if (ALL) return [...all];
  if (!LONG) return all.filter(usual);
  const chosen = all.filter(
    one =>
      createHash('sha256')
        .update(`${SEED} ${nameOf(one)}`)
        .digest()
        .readUInt32BE() %
        ONE_IN ===
      0,
  );
  return chosen.length > 0 ? chosen : all.slice(SEED % all.length).slice(0, 1);
}
