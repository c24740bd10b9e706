import { describe, expect, it } from 'vitest';
import { compareStatuses, isComplete, type Unobservable } from '../../support/runner/compare-statuses.ts';

const operations = [
  { name: 'clients-get', statuses: [200, 304, 404, 500] },
  { name: 'clients-list', statuses: [200, 500] },
];
const compared = (observed: string[], unobservable: Unobservable[] = []) =>
  compareStatuses(operations, new Set(observed), unobservable);

describe('compareStatuses', () => {
  it('counts documented and observed pairs, and lists the rest by status', () => {
    expect(compared(['clients-get 200', 'clients-get 404', 'clients-list 200'])).toEqual({
      ...{ documented: 6, observed: 3, explained: [], wronglyExplained: [] },
      missing: ['304 (1): clients-get', '500 (2): clients-get, clients-list'],
    });
  });

  it('misses nothing when all were observed', () => {
    const all = operations.flatMap(({ name, statuses }) => statuses.map(status => `${name} ${status}`));
    expect(compared(all)).toMatchObject({ documented: 6, observed: 6, missing: [] });
  });

  it('does not count statuses that are observed and not documented', () => {
    expect(compared(['clients-get 418', 'other 200', ''])).toMatchObject({ documented: 6, observed: 0 });
  });

  it('separates two operations of which one begins with the name of the other', () => {
    const pair = [
      { name: 'clients', statuses: [200] },
      { name: 'clients-list', statuses: [200] },
    ];
    expect(compareStatuses(pair, new Set(['clients-list 200']), []).missing).toEqual(['200 (1): clients']);
  });

  const why = 'Nothing there can fail.';

  it('counts statuses that no test can observe by reason, and does not list them', () => {
    const { explained, missing, observed } = compared(['clients-get 200'], [{ statuses: / 500$/, why }]);
    expect(explained).toEqual([{ why, count: 2 }]);
    expect(missing).toEqual(['200 (1): clients-list', '304 (1): clients-get', '404 (1): clients-get']);
    expect(observed).toBe(1);
  });

  it('counts a pair for the first of two reasons that match', () => {
    const { explained } = compared(
      [],
      [
        { statuses: /^clients-get 500$/, why: 'first' },
        { statuses: / 500$/, why: 'second' },
      ],
    );
    expect(explained).toEqual([
      { why: 'first', count: 1 },
      { why: 'second', count: 1 },
    ]);
  });

  it('leaves out a reason that explains nothing', () => {
    expect(compared([], [{ statuses: / 418$/, why }]).explained).toEqual([]);
  });

  it('names statuses that were observed although a reason says that they cannot be', () => {
    const { wronglyExplained, explained } = compared(['clients-get 500'], [{ statuses: / 500$/, why }]);
    expect(wronglyExplained).toEqual(['clients-get 500']);
    expect(explained).toEqual([{ why, count: 1 }]);
  });
});

describe('isComplete (`npm run test:all` fails otherwise)', () => {
  const all = [
    'clients-get 200',
    'clients-get 304',
    'clients-get 404',
    'clients-get 500',
    'clients-list 200',
    'clients-list 500',
  ];
  const why = 'Nothing there can fail.';

  it('holds when each status was observed, or has its reason', () => {
    expect(isComplete(compared(all))).toBe(true);
    expect(isComplete(compared(all.slice(0, -1), [{ statuses: /^clients-list 500$/, why }]))).toBe(true);
  });

  it.each(all)('does not hold without %s', missing => {
    expect(isComplete(compared(all.filter(pair => pair !== missing)))).toBe(false);
  });

  it('does not hold when a reason is wrong', () => {
    expect(isComplete(compared(all, [{ statuses: /^clients-list 500$/, why }]))).toBe(false);
  });
});
