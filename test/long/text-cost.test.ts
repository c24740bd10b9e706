import { describe, expect, it } from 'vitest';
import { measure, MOST_PER_DOUBLING } from '../support/text-cost/measure.ts';
import { patternReaders } from '../support/text-cost/patterns.ts';
import { readers } from '../support/text-cost/readers.ts';

/** Whatever reads text from outside takes time linear in its length: `npm run text-cost` prints the table. */
describe('text doubled ten times in length takes at most 2.5 times as long each time', () => {
  it.each([...readers(), ...patternReaders()].map(reader => [`${reader.reads} (${reader.source})`, reader] as const))(
    '%s',
    async (_, reader) => {
      for (const input of reader.inputs) {
        const { worst, millis } = await measure(reader, input);
        expect(worst ?? 0, `${input.name}: ${millis.map(one => one.toFixed(2)).join(' ')} ms`).toBeLessThanOrEqual(
          MOST_PER_DOUBLING,
        );
      }
    },
  );
});
