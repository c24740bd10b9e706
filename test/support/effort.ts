/**
 * How much generated tests do: a little and always the same in `npm test`; more, with a seed that is new each time, in
 * `npm run test:long`, which runs every test file that imports this one (vitest.long.config.ts).
 */

/** Whether this is `npm run test:long`. */
export const LONG = process.env['TEST_LONG'] === '1';

/** What `npm run test:long` was given, or has drawn and printed. */
const SEED = Number(process.env['SEED']);

export interface Effort {
  /** How many examples `npm test` takes, and the seed that they come from. */
  runs: number;
  seed: number;
  /** How many `npm run test:long` takes; ten times as many by default. */
  long?: number;
}

/** Parameters of `fc.assert` for a property. */
export const generated = ({ runs, seed, long = 10 * runs }: Effort): { numRuns: number; seed: number } =>
  LONG ? { numRuns: long, seed: SEED } : { numRuns: runs, seed };

/** Seed for what fast-check does not draw itself. */
export const seedOf = (fixed: number): number => (LONG ? SEED : fixed);

/** How many of something take part: `usual` in `npm test`, `long` in the long run. */
export const sized = (usual: number, long: number): number => (LONG ? long : usual);

/** All places of an enumeration (from 1) in the long run; else the first, the last, and every `step`-th between. */
export const places = (count: number, step: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1).filter(
    place => LONG || place === 1 || place === count || place % step === 0,
  );
