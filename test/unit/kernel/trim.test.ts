import { describe, expect, test } from 'vitest';
import { trimmedEnd, trimmedOf } from '#shared/base/kernel/trim.ts';
import { cpuMillis } from '../../support/text-cost/measure.ts';

describe('trimming of given characters', () => {
  test.each([
    ['FCT-/. ', 'FCT', 'FCT'],
    ['-- a-b --', '-- a-b', 'a-b'],
    ['-- ', '', ''],
    ['', '', ''],
    ['a', 'a', 'a'],
  ])('%j', (text, end, both) => {
    expect(trimmedEnd(text, '-/. ')).toBe(end);
    expect(trimmedOf(text, '-/. ')).toBe(both);
  });

  test('takes linear time, also where the run is in the middle', () => {
    const begun = cpuMillis();
    trimmedOf(`a${' '.repeat(1_000_000)}b`, ' ');
    expect(cpuMillis() - begun).toBeLessThan(1000);
  });
});
