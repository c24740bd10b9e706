import { describe, expect, it } from 'vitest';
import { cpuMillis, lengthsOf, once } from '../support/text-cost/measure.ts';
import { readers } from '../support/text-cost/readers.ts';

/**
 * All functions of test/long/text-cost.test.ts, which measures a part of them per run, with two lengths of each input and a bound on processor
 * time that no quadratic reading of 65,536 characters keeps. The longer is read only when the shorter was quick. That regular expressions
 * are linear one by one is proved in regular-expressions.test.ts.
 */
const MOST_MILLIS = 1500;

describe('outside text is read quickly, however it was built to be slow', () => {
  it.each(readers().map(reader => [`${reader.reads} (${reader.source})`, reader] as const))('%s', async (_, reader) => {
    const lengths = lengthsOf(reader);
    for (const input of reader.inputs) {
      for (const length of [lengths.at(-6), lengths.at(-1)]) {
        const text = input.make(length ?? 0);
        const begun = cpuMillis();
        await once(reader, text);
        expect(cpuMillis() - begun, `${input.name}, ${length} characters`).toBeLessThan(MOST_MILLIS);
      }
    }
  });

  it('running out of stack does not count as rejecting a text', async () => {
    const deep = { reads: 'deep', source: '', inputs: [], run: (text: string): number => deep.run(text) + 1 };
    await expect(once(deep, '')).rejects.toThrow('deep ran out of stack');
  });
});
