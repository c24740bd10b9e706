import { describe, expect, it } from 'vitest';
import { sampled } from '../support/effort.ts';
import { measure, MOST_PER_DOUBLING } from '../support/text-cost/measure.ts';
import { patternReaders } from '../support/text-cost/patterns.ts';
import { readers } from '../support/text-cost/readers.ts';

const titleOf = ({ title }: { title: string }): string => title;

/** All code that reads text from outside takes time linear in its length: `npm run text-cost` prints the table. */
describe('text doubled ten times in length takes at most 2.5 times as long each time', () => {
  const all = [...readers(), ...patternReaders()].map(reader => ({ ...reader, title: `${reader.reads} (${reader.source})` }));
  const chosen = sampled(all, titleOf);

  it.each(chosen)('$title', async reader => {
    for (const input of reader.inputs) {
      const { worst, millis } = await measure(reader, input);
      expect(worst ?? 0, `${input.name}: ${millis.map(one => one.toFixed(2)).join(' ')} ms`).toBeLessThanOrEqual(
        MOST_PER_DOUBLING,
      );
    }
  });
});
