import { describe, expect, it } from 'vitest';
import { many, measure, MOST_PER_DOUBLING, type Reader } from '../../support/text-cost/measure.ts';

/** A reader whose steps grow with the length with the exponent `power`. */
const growing = (power: number): Reader => ({
  ...{ reads: 'grows', source: 'here', inputs: [many('a')], longest: 2_048 },
  run: text => {
    let steps = Math.round(2_000 * (text.length / 64) ** power);
    let sum = 0;
    while (steps-- > 0) sum = (sum * 31 + steps) % 1_000_003;
    return sum;
  },
});

describe('the measured cost of a text', () => {
  it('is too high where twice the text takes four times as long', async () => {
    expect((await measure(growing(2), many('a'))).worst).toBeGreaterThan(MOST_PER_DOUBLING);
  });

  it('is accepted where it takes twice as long, on a busy machine too', async () => {
    expect((await measure(growing(1), many('a'))).worst ?? 2).toBeLessThanOrEqual(MOST_PER_DOUBLING);
  });
});
