/**
 * The number of examples of generated tests: few, with a fixed seed, in `npm test`; more, with a new seed each time, in
 * `npm run test:long`, which runs every test file that imports this one (vitest.long.config.ts).
 */

/** Whether this is `npm run test:long`. */
export const LONG = process.env['TEST_LONG'] === '1';

/** The seed of `npm run test:long`: from the variable SEED, or drawn and printed. */
const SEED = Number(process.env['SEED']);

export interface Effort {
  /** The number of examples in `npm test`, and their seed. */
  runs: number;
  seed: number;
  /** The number of examples in `npm run test:long`; ten times as many by default. */
  long?: number;
}

/** Parameters of `fc.assert` for a property. */
export const generated = ({ runs, seed, long = 10 * runs }: Effort): { numRuns: number; seed: number } =>
  LONG ? { numRuns: long, seed: SEED } : { numRuns: runs, seed };

/** The seed for random values that fast-check does not generate. */
export const seedOf = (fixed: number): number => (LONG ? SEED : fixed);

/** A number that depends on the run: `usual` in `npm test`, `long` in `npm run test:long`. */
export const sized = (usual: number, long: number): number => (LONG ? long : usual);

/** Indexes from 1: all in the long run; else the first, the last, and every `step`-th in between. */
export const places = (count: number, step: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1).filter(
    place => LONG || place === 1 || place === count || place % step === 0,
  );
