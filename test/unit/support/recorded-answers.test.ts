import { describe, expect, it } from 'vitest';
import { type Answers, compareAnswers, masked, type RecordedAnswer, SET_UP } from '../../support/runner/recorded-answers.ts';

const answer = (overrides: Partial<RecordedAnswer>): RecordedAnswer => ({
  ...{ test: 'a', file: 'test/api/a.test.ts', request: 'GET /api/v1/me', status: 200, headers: '{}', body: '' },
  ...overrides,
});

const answers = (tests: Record<string, string[]>): Answers =>
  new Map(Object.entries(tests).map(([test, texts]) => [test, new Map(texts.map(text => [text, 1]))]));

describe('masked responses', () => {
  it.each([
    ['ids', '{"id":"0198c0de-0000-7000-8000-000000000001"}', '{"id":"0198c0de-0000-7000-8000-00000000000f"}'],
    ['times', '{"at":"2026-03-02T08:00:00.000Z"}', '{"at":"2026-03-02T08:00:00.123Z"}'],
    ['tokens', '{"token":"eyJh.eyJz.abc"}', '{"token":"eyJh.eyJi.def"}'],
    ['the order of members', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['long numbers', '{"a":[12345678901234],"b":1}', '{"b":1,"a":[12345678901235]}'],
  ])('do not differ by %s', (_, one, other) => {
    expect(masked(answer({ body: one }))).toBe(masked(answer({ body: other })));
  });

  it('keep amounts, dates, words and the order of lists', () => {
    expect(masked(answer({ body: '{"lines":[{"total":121.5},"b"],"date":"2026-03-02","code":"conflict"}' }))).toBe(
      'GET /api/v1/me\n200\n{}\n{"code":"conflict","date":"2026-03-02","lines":[{"total":121.5},"b"]}',
    );
  });

  it('do not change when they are masked again', () => {
    const body = '{"id":"0198c0de-0000-7000-8000-000000000001","number":"DRAFT-0198c0de","iban":"RO98EXMP8705352480561323"}';
    const once = masked(answer({ body })).split('\n')[3];
    expect(masked(answer({ body: once ?? '' })).split('\n')[3]).toBe(once);
  });
});

describe('compared records', () => {
  it('differ where one has a response that the other does not', () => {
    const { differences } = compareAnswers(answers({ a: ['x\n1', 'y\n1'] }), answers({ a: ['x\n1', 'y\n2'] }));
    expect(differences).toEqual([
      { test: 'a', answer: 'y\n1', count: -1 },
      { test: 'a', answer: 'y\n2', count: 1 },
    ]);
  });

  it('do not differ where a response has moved to a hook or to another test', () => {
    const { differences } = compareAnswers(answers({ a: ['x\n1', 'y\n1'] }), answers({ a: ['x\n1'], [SET_UP]: ['y\n1'] }));
    expect(differences).toEqual([]);
  });

  it('ignore differences that occur without a change, and no others', () => {
    const before = answers({ a: ['race\n1', 'x\n1'] });
    const found = compareAnswers(before, answers({ a: ['race\n3', 'x\n2'] }), answers({ a: ['race\n2', 'x\n1'] }));
    expect(found.differences.map(one => one.answer)).toEqual(['x\n1', 'x\n2']);
    expect(found.unsteady).toBe(2);
  });

  it('name the tests that only one of them has', () => {
    expect(compareAnswers(answers({ a: [], b: [] }), answers({ b: [], c: [] }))).toMatchObject({
      tests: 1,
      onlyBefore: ['a'],
      onlyAfter: ['c'],
    });
  });
});
