import { describe, expect, it } from 'vitest';
import { allCalls, callsOfDay } from '#shared/authority/calls/limits.ts';
import { blocksFor, fairShare, hadLately, isWithinShare } from '#shared/authority/calls/shares.ts';
import { seededRandom } from '../../../infra/local/faults/faults.ts';
import { type Company, mostInAMinute, play } from './model.ts';

const LIMIT = 1_000;
/** Seconds until a token has left the window, and those over which waiting work is retried. */
const WINDOW = 73;
const SPREAD = 15;

describe('windows', () => {
  it('hold as many tokens as the authority allows', () => {
    const size = ({ blocks, blockSize }: { blocks: number; blockSize: number }): number => blocks * blockSize;
    expect(size(allCalls())).toBe(1_000);
    expect((['list', 'download', 'status', 'upload'] as const).map(name => size(callsOfDay(name)))).toEqual([
      1500, 10, 100, 1000,
    ]);
  });

  it.each([
    ['an ordinary day', '2026-11-22T10:00:00Z', 86_400 + 13],
    // 25 hours: 00:10 in Romania is still that day 24 hours later.
    ['the day on which summer time ends', '2026-10-24T21:10:00Z', 86_400 + 3_000 + 13],
    ['the day on which summer time begins', '2026-03-28T22:10:00Z', 86_400 + 13],
  ])('a token of %s leaves when both 24 hours and the day in Romania are over', (_, at, seconds) => {
    const token = Date.parse(at);
    expect((callsOfDay('download').leaves(token) - token) / 1000).toBe(seconds);
  });
});

describe('shares', () => {
  it.each([
    [{ caller: true, active: 1 }, Infinity],
    [{ caller: true, active: 4 }, 250],
    [{ caller: false, active: 1 }, 325],
    [{ caller: false, active: 12 }, 50],
    [{ caller: true, active: 3_000 }, 1],
  ])('%j: %d calls', (asking, share) => {
    expect(fairShare(LIMIT, asking)).toBe(share);
  });

  it('counts the calls of the last 60 seconds, by the parts of two minutes', () => {
    const had = { epochMinute: 10, taken: 30, takenBefore: 40 };
    expect([0, 15, 30, 60, 90].map(second => hadLately(had, (600 + second) * 1000))).toEqual([70, 60, 50, 30, 30]);
  });

  it('a company is within its share until it has used it', () => {
    const asking = (taken: number) => ({
      caller: false,
      active: 12,
      at: 660_000,
      had: { epochMinute: 10, taken, takenBefore: 0 },
    });
    expect([49, 50].map(taken => isWithinShare(LIMIT, asking(taken)))).toEqual([true, false]);
  });

  it('levels are blocks of the window, at least one', () => {
    expect([50, 10, 1].map(blocks => blocksFor(blocks, 'open'))).toEqual([35, 7, 1]);
    expect([50, 10, 1].map(blocks => blocksFor(blocks, 'background'))).toEqual([40, 8, 1]);
    expect([50, 10, 1].map(blocks => blocksFor(blocks, 'caller'))).toEqual([50, 10, 1]);
  });
});

describe('the distribution of calls over companies', () => {
  it('lets small companies and callers in at once while one has 10,000 messages to download', () => {
    const big: Company = { name: 'big', calls: 10_000, from: 0, workers: 10, caller: false };
    const small = Array.from({ length: 10 }, (_, place): Company => {
      return { name: `small-${place}`, calls: 8, from: 100 + 40 * place, workers: 2, caller: false };
    });
    const people = Array.from({ length: 10 }, (_, place): Company => {
      return { name: `person-${place}`, calls: 3, from: 110 + 40 * place, workers: 1, caller: true };
    });
    const { took, times } = play([big, ...small, ...people], seededRandom(1));
    const seconds = (all: Company[]): number => Math.max(...all.map(({ name }) => took.get(name) ?? Infinity));
    console.log(
      `beside 10,000 calls (${Math.round(took.get('big')! / 60)} min): small companies within ${seconds(small).toFixed(1)} s, callers ${seconds(people).toFixed(1)} s`,
    );
    expect(seconds(people)).toBeLessThan(2);
    expect(seconds(small)).toBeLessThan(5);
    expect(took.get('big')! / 60).toBeLessThan(20);
    expect(mostInAMinute(times)).toBeLessThanOrEqual(LIMIT);
  });

  it('serves a company that arrives when the minute is used up before those that have had their share', () => {
    const greedy = Array.from({ length: 3 }, (_, place): Company => {
      return { name: `greedy-${place}`, calls: 3_000, from: 0, workers: 40, caller: false };
    });
    const late: Company = { name: 'late', calls: 150, from: 20, workers: 20, caller: false };
    const { took } = play([...greedy, late], seededRandom(3));
    expect(took.get('late')).toBeLessThan(2 * (WINDOW + SPREAD));
  });

  it('makes others wait at most one window when a caller has used up all calls alone, and admits later ones at once', () => {
    const flood: Company = { name: 'flood', calls: 6_000, from: 0, workers: 40, caller: true };
    const people = Array.from({ length: 10 }, (_, place): Company => {
      return { name: `person-${place}`, calls: 3, from: 110 + 20 * place, workers: 1, caller: true };
    });
    const late: Company = { name: 'late', calls: 30, from: 120, workers: 2, caller: false };
    const { took, times } = play([flood, ...people, late], seededRandom(5));
    const waits = people.map(({ name }) => took.get(name) ?? Infinity);
    const first = Math.max(...waits.slice(0, 3), took.get('late') ?? Infinity);
    const next = Math.max(...waits.slice(3));
    console.log(
      `beside a caller's flood: the first others within ${first.toFixed(1)} s, callers after them ${next.toFixed(1)} s`,
    );
    expect(first).toBeLessThan(WINDOW + SPREAD);
    expect(next).toBeLessThan(2);
    expect(mostInAMinute(times)).toBeLessThanOrEqual(LIMIT);
  });
});
