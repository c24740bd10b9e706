import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Anchor, anchorDigest, type Heads, nextAnchor, type SeriesHead } from '#shared/documents/anchors/anchor.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { anchorProblems, headsOf, seriesProblems, timelineProblems } from '#shared/documents/anchors/compare.ts';

const COMPANY = companyScope('company-1');
const head = (id: string, hash: string) => ({ id, hash });
const end = (id: string, sequence: number, hash: string): SeriesHead => ({ id, sequence, hash });

function anchorOf(day: string, previous: Anchor | undefined, heads: Partial<Heads>, lost: SeriesHead[] = []): Anchor | undefined {
  const of = { companyId: COMPANY, day, takenAt: `${day}T01:00:00.000Z` };
  return nextAnchor(of, previous, { series: [], documents: [], ...heads }, lost);
}
const certain = (anchor: Anchor | undefined): Anchor => {
  if (!anchor) throw new Error('There is no anchor.');
  return anchor;
};

/** Three days: two numbers, a third, and a change of the first document. */
const first = certain(
  anchorOf('2026-03-02', undefined, { series: [end('s', 2, 'two')], documents: [head('b', 'b1'), head('a', 'a1')] }),
);
const second = certain(anchorOf('2026-03-03', first, { series: [end('s', 3, 'three')], documents: [head('c', 'c1')] }));
const third = certain(anchorOf('2026-03-05', second, { series: [end('s', 3, 'three')], documents: [head('a', 'a2')] }));

describe('an anchor', () => {
  it('has the ends of all series, and of the documents that have changed since the one before', () => {
    expect(first).toMatchObject({ format: 1, previous: null, contradictions: [], documents: [head('a', 'a1'), head('b', 'b1')] });
    expect(second).toMatchObject({ previous: { day: '2026-03-02', digest: first.digest }, documents: [head('c', 'c1')] });
    expect(third.series).toEqual([end('s', 3, 'three')]);
  });

  it('leaves out documents that the one before has unchanged, which are read from a little before it', () => {
    const documents = [head('c', 'c1'), head('d', 'd1')];
    expect(anchorOf('2026-03-04', second, { series: second.series, documents })?.documents).toEqual([head('d', 'd1')]);
  });

  it.each<[what: string, heads: Heads, lost: SeriesHead[], taken: boolean]>([
    ['no changes', { series: second.series, documents: [] }, [], false],
    ['no new entries', { series: second.series, documents: second.documents }, [], false],
    ['a further number', { series: [end('s', 4, 'four')], documents: [] }, [], true],
    ['another series', { series: [...second.series, end('t', 1, 'one')], documents: [] }, [], true],
    ['a deleted series', { series: [], documents: [] }, [], true],
    ['another entry of a timeline', { series: second.series, documents: [head('c', 'c2')] }, [], true],
    ['a number with another hash', { series: second.series, documents: [] }, [end('s', 3, 'three')], true],
  ])('after a day with %s', (_, heads, lost, taken) => {
    expect(anchorOf('2026-03-04', second, heads, lost) !== undefined).toBe(taken);
  });

  it('keeps permanently what contradicted an earlier one', () => {
    const contradicted = certain(anchorOf('2026-03-04', second, { series: [end('s', 3, 'x')] }, [end('s', 3, 'three')]));
    const found = [{ seriesId: 's', sequence: 3, anchored: '2026-03-03', found: '2026-03-04' }];
    expect(contradicted.contradictions).toEqual(found);
    const later = certain(anchorOf('2026-03-05', contradicted, { series: [end('s', 4, 'y')] }));
    expect(later.contradictions).toEqual(found);
  });

  it('has a digest of all its fields, in any order', () => {
    const { digest, ...fields } = second;
    expect(anchorDigest(fields)).toBe(digest);
    expect(anchorDigest(Object.fromEntries(Object.entries(fields).toReversed()) as typeof fields)).toBe(digest);
    for (const name of Object.keys(fields)) expect(anchorDigest({ ...fields, [name]: 'other' }), name).not.toBe(digest);
  });

  it('has a digest that anybody can compute: jq -cjS "del(.digest)" <file> | sha256sum', () => {
    const sorted = '{"companyId":"company-1","contradictions":[],"day":"2026-03-06","documents":[],"format":1,';
    const rest = '"previous":null,"series":[{"hash":"one","id":"s","sequence":1}],"takenAt":"2026-03-06T01:00:00.000Z"}';
    const anchor = anchorOf('2026-03-06', undefined, { series: [end('s', 1, 'one')] });
    expect(anchor?.digest).toBe(createHash('sha256').update(`${sorted}${rest}`).digest('hex'));
  });

  it('has ids and hashes only', () => {
    const words = JSON.stringify(first).replaceAll(/"[\w-]+":/g, '');
    expect(words).not.toMatch(/@|RO\d|FCT/);
    expect(Object.keys(first).toSorted()).toEqual(
      ['companyId', 'contradictions', 'day', 'digest', 'documents', 'format', 'previous', 'series', 'takenAt'].toSorted(),
    );
  });
});

describe('the comparison with anchors', () => {
  const anchors = [third, second, first];
  const forked = certain(anchorOf('2026-03-04', first, { series: [end('s', 3, 'three')] }));

  it.each<[what: string, company: string, anchors: Anchor[], found: RegExp | null]>([
    ['anchors as they were stored', COMPANY, anchors, null],
    ['none', COMPANY, [], null],
    ['one that was changed', COMPANY, [third, { ...second, series: [] }, first], /of 2026-03-03 is not what the service stored/],
    ['one of another company', 'company-2', [first], /is not what the service stored/],
    ['a missing one', COMPANY, [third, first], /of 2026-03-05 does not follow the one of 2026-03-03/],
    ['two that follow the same one, as after a late message', COMPANY, [forked, second, first], null],
    ['some of them', COMPANY, [third, second], null],
    [
      'a newly made one',
      COMPANY,
      [third, certain(anchorOf('2026-03-03', first, { series: [end('s', 3, 'forged')] }))],
      /of 2026-03-05 does not follow the one of 2026-03-03/,
    ],
  ])('the anchors themselves: %s', (_, company, given, found) => {
    const problems = anchorProblems(company, given).join(' ');
    if (found) expect(problems).toMatch(found);
    else expect(problems).toBe('');
  });

  it('each end of a series is looked up once', () => {
    expect(headsOf('s', anchors).map(({ sequence, day }) => [sequence, day])).toEqual([
      [2, '2026-03-02'],
      [3, '2026-03-05'],
    ]);
    expect(headsOf('other', anchors)).toEqual([]);
  });

  it.each<[what: string, hashes: Record<number, string>, numbers: number[]]>([
    ['as it was, and longer', { 2: 'two', 3: 'three', 4: 'four' }, []],
    ['rewritten from the first number', { 2: 'x', 3: 'y' }, [2, 3]],
    ['rewritten after the first anchor', { 2: 'two', 3: 'y' }, [3]],
    ['cut off', { 2: 'two' }, [3]],
    ['empty', {}, [2, 3]],
  ])('a series %s', (_, hashes, numbers) => {
    const known = new Map(Object.entries(hashes).map(([sequence, hash]) => [Number(sequence), hash]));
    expect(seriesProblems('s', anchors, known).map(({ sequence }) => sequence)).toEqual(numbers);
  });

  it('a series that an anchor found rewritten, though it leads to that anchor itself', () => {
    const later = certain(anchorOf('2026-03-06', third, { series: [end('s', 3, 'x')] }, [end('s', 3, 'three')]));
    const [problem, ...more] = seriesProblems('s', [later], new Map([[3, 'x']]));
    expect(problem?.message).toContain('On 2026-03-06 the number did not have the hash that the anchor of 2026-03-05 has');
    expect(more).toEqual([]);
    expect(seriesProblems('t', [later], new Map())).toEqual([]);
  });

  it.each<[what: string, id: string, hashes: string[], days: string[]]>([
    ['longer than it was', 'a', ['a1', 'a2', 'a3'], []],
    ['rewritten', 'a', ['x1', 'x2'], ['2026-03-05', '2026-03-02']],
    ['rewritten after the first anchor', 'a', ['a1', 'x2'], ['2026-03-05']],
    ['without entries', 'c', [], ['2026-03-03']],
    ['that no anchor has', 'z', ['z1'], []],
  ])('a timeline %s', (_, id, hashes, days) => {
    const problems = timelineProblems(id, hashes, anchors);
    expect(problems.map(message => /of (\S+):/.exec(message)?.[1])).toEqual(days);
  });
});
