import { globSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { partOf, STRICT_PARTS, strictPart } from '../../support/runner/strict-part.ts';

describe('The part of the suite that runs in strict mode', () => {
  it('is one of eight, each of which has some of the test files of the API', () => {
    const parts = Map.groupBy(globSync('test/api/**/*.test.ts'), partOf);
    expect([...parts.keys()].toSorted()).toEqual(Array.from({ length: STRICT_PARTS }, (_, part) => part));
  });

  test.each([
    [undefined, undefined],
    ['0', 0],
    ['7', 7],
  ])('STRICT_PART=%s is %s', (value, part) => expect(strictPart(value)).toBe(part));

  test.each(['', '8', '-1', '1.5', 'all'])('STRICT_PART=%j is rejected', value => {
    expect(() => strictPart(value)).toThrow('STRICT_PART must be a whole number from 0 to 7.');
  });
});
