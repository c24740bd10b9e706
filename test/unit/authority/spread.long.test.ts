import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShare } from '#shared/authority/calls/shares.ts';
import { seededRandom } from '../../../infra/local/faults/faults.ts';
import { generated } from '../../support/effort.ts';
import { type Company, mostInAMinute, play } from './model.ts';

const LIMIT = 1_000;
/** Seconds until a token has left the window, and those over which waiting work is retried. */
const WINDOW = 73;
const SPREAD = 15;

/** Seconds within which a company with so many calls has made them when all others want as many as they can get. */
function fairTime({ calls }: Company, companies: number): number {
  const share = Math.max(1, Math.floor(fairShare(LIMIT, { caller: false, active: companies })));
  // Waiting work waits for a window and is retried within the spread: each share, and the first one for others to make room.
  return (Math.ceil(calls / share) + 1) * (WINDOW + SPREAD);
}

const company = (name: string): fc.Arbitrary<Company> =>
  fc.record({
    name: fc.constant(name),
    calls: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 100, max: 1_500 })),
    from: fc.integer({ min: 0, max: 150 }),
    workers: fc.integer({ min: 1, max: 10 }),
    caller: fc.constant(false),
  });

const companies = fc
  .integer({ min: 2, max: 16 })
  .chain(count => fc.tuple(...Array.from({ length: count }, (_, place) => company(`company-${place}`))));

describe('the distribution of calls over companies', () => {
  it('never makes more than 1,000 in a minute, and lets no company wait longer than its fair share takes', () => {
    let worst = 0;
    fc.assert(
      fc.property(companies, fc.integer(), (all, seed) => {
        const { took, times } = play(all, seededRandom(seed));
        expect(times).toHaveLength(all.reduce((sum, { calls }) => sum + calls, 0));
        expect(mostInAMinute(times)).toBeLessThanOrEqual(LIMIT);
        for (const each of all) {
          // The calls of a worker one after the other take their time also without a limit.
          const alone = (each.calls / each.workers) * 0.25;
          const part = (took.get(each.name) ?? Infinity) / (fairTime(each, all.length) + alone);
          worst = Math.max(worst, part);
          expect(part, JSON.stringify({ each, took: took.get(each.name) })).toBeLessThanOrEqual(1);
        }
      }),
      generated({ runs: 60, seed: 42 }),
    );
    console.log(`spread over companies: the longest wait took ${Math.round(worst * 100)} % of the time of a fair share`);
  });
});
