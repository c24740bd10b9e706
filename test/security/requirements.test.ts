import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHAPTERS } from './asvs/chapters.ts';
import { asvsDocument } from './asvs/document.ts';
import type { Chapter, Proof } from './asvs/model.ts';
import { FINDINGS } from './findings.ts';
import { titlesIn, wrongIn } from './named-tests.ts';

/** Of each section of the standard, the last number of its requirements, and those that are of level 3: not asked for here. */
const SECTIONS: Record<string, readonly [last: number, ofLevel3?: readonly number[]]> = {
  ...{ '1.1': [2], '1.2': [10, [10]], '1.3': [12, [12]], '1.4': [3], '1.5': [3, [3]] },
  ...{ '2.1': [3], '2.2': [3], '2.3': [5, [5]], '2.4': [2, [2]] },
  ...{ '3.1': [1, [1]], '3.2': [3, [3]], '3.3': [5, [5]], '3.4': [8, [7, 8]], '3.5': [8, [6, 7, 8]], '3.6': [1, [1]] },
  ...{ '3.7': [5, [3, 4, 5]], '4.1': [5, [4, 5]], '4.2': [5, [2, 3, 4, 5]], '4.3': [2], '4.4': [4] },
  ...{ '5.1': [1], '5.2': [6, [4, 5, 6]], '5.3': [3, [3]], '5.4': [3] },
  ...{ '6.1': [3], '6.2': [12], '6.3': [8, [5, 6, 7, 8]], '6.4': [6, [5, 6]], '6.5': [8, [6, 7, 8]], '6.6': [4, [4]] },
  ...{ '6.7': [2, [1, 2]], '6.8': [4], '7.1': [3], '7.2': [4], '7.3': [2], '7.4': [5], '7.5': [3, [3]], '7.6': [2] },
  ...{ '8.1': [4, [3, 4]], '8.2': [4, [4]], '8.3': [3, [2, 3]], '8.4': [2, [2]], '9.1': [3], '9.2': [4] },
  ...{
    '10.1': [2],
    '10.2': [3, [3]],
    '10.3': [5, [5]],
    '10.4': [16, [12, 13, 14, 15, 16]],
    '10.5': [5],
    '10.6': [2],
    '10.7': [3],
  },
  ...{ '11.1': [4, [3, 4]], '11.2': [5, [4, 5]], '11.3': [5, [4, 5]], '11.4': [4], '11.5': [2, [2]], '11.6': [2, [2]] },
  ...{ '11.7': [2, [1, 2]], '12.1': [5, [4, 5]], '12.2': [2], '12.3': [5, [5]] },
  ...{ '13.1': [4, [2, 3, 4]], '13.2': [6, [6]], '13.3': [4, [3, 4]], '13.4': [7, [6, 7]] },
  ...{ '14.1': [2], '14.2': [8, [5, 6, 7, 8]], '14.3': [3] },
  ...{ '15.1': [5, [4, 5]], '15.2': [5, [4, 5]], '15.3': [7], '15.4': [4, [1, 2, 3, 4]] },
  ...{ '16.1': [1], '16.2': [5], '16.3': [4], '16.4': [3], '16.5': [4, [4]] },
  ...{ '17.1': [2, [2]], '17.2': [8, [5, 6, 7, 8]], '17.3': [2] },
};

const numbersOf = (chapter: number): string[] =>
  Object.entries(SECTIONS)
    .filter(([section]) => section.startsWith(`${chapter}.`))
    .flatMap(([section, [last, ofLevel3 = []]]) =>
      Array.from({ length: last }, (_, place) => place + 1)
        .filter(number => !ofLevel3.includes(number))
        .map(number => `${section}.${number}`),
    );

const wrongTests = (proofs: readonly Proof[]): string[] =>
  proofs.flatMap(({ tests = [] }) => tests.flatMap(named => wrongIn(named) ?? []));

describe.each(CHAPTERS)('V$number $title', ({ number, counts, requirements }: Chapter) => {
  test('has each requirement of levels 1 and 2 once, in order', () => {
    expect(requirements.map(requirement => requirement.number)).toEqual(numbersOf(number));
    for (const level of [1, 2] as const) expect(requirements.filter(one => one.level === level)).toHaveLength(counts[level]);
  });

  test.each(requirements)('V$number $summary: names tests that are there, or says why not', requirement => {
    expect(wrongTests([requirement])).toEqual([]);
    const { tests, notApplicable, gap } = requirement;
    expect((tests ?? notApplicable ?? gap)?.length).toBeGreaterThan(0);
  });
});

test('the chapters are those of the standard: 70 requirements of level 1, and 183 of level 2', () => {
  expect(CHAPTERS.map(chapter => chapter.number)).toEqual(Array.from({ length: 17 }, (_, place) => place + 1));
  const levels = CHAPTERS.flatMap(chapter => chapter.requirements.map(requirement => requirement.level));
  expect([1, 2].map(level => levels.filter(one => one === level).length)).toEqual([70, 183]);
});

test('weaknesses that reviews found name tests that are there, or say what is left', () => {
  expect(wrongTests(FINDINGS)).toEqual([]);
  expect(new Set(FINDINGS.map(finding => finding.weakness)).size).toBe(FINDINGS.length);
});

test('docs/asvs.md is as the tables say: otherwise run `npm run docs`', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/asvs.md'), 'utf8')).toBe(asvsDocument());
});

describe('a test that is named', () => {
  const source = "describe.each(all)('group', () => { test.each([1])(`of ${one}`, () => {}); it('other', () => {}); });";

  test('is found by its title, in its groups', () => {
    expect(titlesIn(source)).toEqual([
      ['group', 'of ${one}'],
      ['group', 'other'],
    ]);
  });

  test('is missed where its file or its title is not there, and where a title is there twice', () => {
    expect(wrongIn({ file: 'test/none.test.ts', name: 'any' })).toBe('test/none.test.ts is not there');
    const file = 'test/api/all-endpoints/foreign-ids.test.ts';
    expect(wrongIn({ file, name: 'no such test' })).toContain('has 0 tests');
    expect(wrongIn({ file, name: '$title' })).toContain('has 2 tests');
  });
});
