import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openClock } from '../../../infra/local/clock.ts';
import type { LocalClock } from '../../../infra/local/clock.ts';
import { addDuration, parseTimestamp } from '../../../infra/local/control/duration.ts';
import { freshDir } from './engine.ts';

const at = (text: string): number => Date.parse(text);
const open: LocalClock[] = [];

function frozenAt(timestamp: string, onError?: (error: unknown) => void): LocalClock {
  const clock = openClock(freshDir(), onError);
  open.push(clock);
  clock.freeze(true);
  clock.set(timestamp);
  return clock;
}

afterEach(() => {
  vi.useRealTimers();
  for (const clock of open.splice(0)) clock.close();
});

describe('durations', () => {
  it.each([
    ['PT36H', '2026-01-31T10:00:00Z', '2026-02-01T22:00:00Z'],
    ['P2D', '2026-01-31T10:00:00Z', '2026-02-02T10:00:00Z'],
    ['P1W', '2026-01-31T10:00:00Z', '2026-02-07T10:00:00Z'],
    ['PT1M30.5S', '2026-01-31T10:00:00Z', '2026-01-31T10:01:30.500Z'],
    ['P1M', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['P1M', '2028-01-31T10:00:00Z', '2028-02-29T10:00:00Z'],
    ['P1Y2M3DT4H', '2026-01-01T00:00:00Z', '2027-03-04T04:00:00Z'],
    ['PT0S', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ])('%s after %s is %s', (duration, from, to) => {
    expect(new Date(addDuration(at(from), duration)).toISOString()).toBe(new Date(to).toISOString());
  });

  it.each(['', 'P', 'PT', 'P1DT', '36H', '-PT1H', 'PT1.5H', 'P-1D', '1 day', 'pt1h'])('rejects "%s" and shows the form', text => {
    expect(() => addDuration(0, text)).toThrow(/is not an ISO 8601 duration: write for example "PT36H"/);
  });

  it('rejects results beyond four-digit years', () => {
    expect(() => addDuration(0, 'P9000Y')).toThrow(/outside the years/);
  });

  it.each(['2026-02-30T25:00:00Z', '2026-01-01', '2026-01-01T00:00:00', 'now'])('rejects the timestamp "%s"', text => {
    expect(() => parseTimestamp(text)).toThrow(/is not an RFC 3339 timestamp/);
  });
});

describe('turning the clock', () => {
  it('it follows the machine until it is turned', () => {
    const clock = openClock(freshDir());
    open.push(clock);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
    expect(clock.state().frozen).toBe(false);
    clock.advance('P10D');
    expect(Math.abs(clock.now() - Date.now() - 10 * 86_400_000)).toBeLessThan(1000);
  });

  it('it does not move while frozen, even when turned, and runs on from there', () => {
    const clock = frozenAt('2026-11-21T08:00:00Z');
    expect(clock.advance('PT1H')).toEqual({ now: '2026-11-21T09:00:00.000Z', frozen: true });
    expect(clock.now()).toBe(at('2026-11-21T09:00:00Z'));
    expect(clock.freeze(false).frozen).toBe(false);
    expect(clock.now() - at('2026-11-21T09:00:00Z')).toBeLessThan(1000);
    expect(clock.reset().frozen).toBe(false);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
  });

  it('it survives a restart on the same folder', () => {
    const dir = freshDir();
    const first = openClock(dir);
    first.freeze(true);
    first.set('2030-01-01T00:00:00Z');
    expect(openClock(dir).state()).toEqual({ now: '2030-01-01T00:00:00.000Z', frozen: true });
    first.freeze(false);
    first.set('2031-01-01T00:00:00Z');
    expect(openClock(dir).now() - at('2031-01-01T00:00:00Z')).toBeLessThan(5000);
  });

  it('a bad duration or timestamp changes nothing', () => {
    const clock = frozenAt('2026-11-21T08:00:00Z');
    expect(() => clock.advance('tomorrow')).toThrow(RangeError);
    expect(() => clock.set('tomorrow')).toThrow(RangeError);
    expect(clock.state()).toEqual({ now: '2026-11-21T08:00:00.000Z', frozen: true });
  });

  it.each(['[]', '{"offset":"x","frozenAt":null}', 'no JSON'])('rejects a file with %s', text => {
    const dir = freshDir();
    writeFileSync(join(dir, 'clock.json'), text);
    expect(() => openClock(dir)).toThrow(/delete it/);
  });
});

describe('timers', () => {
  it('run in the turn that passes them, in the order of their times, those of one time as they were set', () => {
    const clock = frozenAt('2026-11-21T08:00:00Z');
    const ran: string[] = [];
    const add = (label: string, timestamp: string) => clock.schedule(at(timestamp), () => ran.push(label));
    add('third', '2026-11-23T00:00:00Z');
    add('first', '2026-11-21T08:00:01Z');
    add('second', '2026-11-22T00:00:00Z');
    add('second too', '2026-11-22T00:00:00Z');
    add('later', '2026-12-01T00:00:00Z');
    clock.advance('PT0S');
    expect(ran).toEqual([]);
    clock.advance('P2D');
    expect(ran).toEqual(['first', 'second', 'second too', 'third']);
    clock.advance('P20D');
    expect(ran.at(-1)).toBe('later');
  });

  it('wait for a real timer while the clock runs, and forever while it is frozen', () => {
    vi.useFakeTimers();
    const clock = openClock(freshDir());
    open.push(clock);
    const fn = vi.fn();
    clock.schedule(clock.now() + 60_000, fn);
    vi.advanceTimersByTime(59_999);
    expect(fn).not.toHaveBeenCalled();
    clock.freeze(true);
    vi.advanceTimersByTime(600_000);
    expect(fn).not.toHaveBeenCalled();
    clock.freeze(false);
    vi.advanceTimersByTime(1);
    expect(fn).toHaveBeenCalledOnce();
  });

  it('longer than the maximum of setTimeout are armed again', () => {
    vi.useFakeTimers();
    const clock = openClock(freshDir());
    open.push(clock);
    const fn = vi.fn();
    const days = 60;
    clock.schedule(clock.now() + days * 86_400_000, fn);
    vi.advanceTimersByTime(days * 86_400_000 - 1);
    expect(fn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fn).toHaveBeenCalledOnce();
  });

  it('turning the clock back makes a timer wait longer', () => {
    vi.useFakeTimers();
    const clock = openClock(freshDir());
    open.push(clock);
    const fn = vi.fn();
    const due = clock.now() + 1000;
    clock.schedule(due, fn);
    clock.set(new Date(due - 10_000).toISOString());
    vi.advanceTimersByTime(9_999);
    expect(fn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fn).toHaveBeenCalledOnce();
  });

  it('that are cancelled never run, even by a timer of the same turn', () => {
    const clock = frozenAt('2026-11-21T08:00:00Z');
    const fn = vi.fn();
    const alone = clock.schedule(clock.now() + 1000, fn);
    clock.cancel(alone);
    const late = { timer: clock.schedule(clock.now() + 3000, fn) };
    clock.schedule(clock.now() + 2000, () => clock.cancel(late.timer));
    clock.advance('PT1H');
    expect(fn).not.toHaveBeenCalled();
  });

  it('that are already due run at once, but not inside schedule()', () => {
    vi.useFakeTimers();
    const clock = openClock(freshDir());
    open.push(clock);
    clock.freeze(true);
    const fn = vi.fn();
    clock.schedule(clock.now() - 1, fn);
    expect(fn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(fn).toHaveBeenCalledOnce();
  });

  it('a timer that sets itself again for now does not block the turn forever', () => {
    const clock = frozenAt('2026-11-21T08:00:00Z');
    let runs = 0;
    const again = (): void => {
      runs += 1;
      clock.schedule(clock.now(), again);
    };
    clock.schedule(clock.now() + 1, again);
    clock.advance('PT1S');
    expect(runs).toBe(1);
  });

  it('that throw or reject report it, and the others run', async () => {
    const errors: unknown[] = [];
    const clock = frozenAt('2026-11-21T08:00:00Z', error => errors.push(error));
    const fn = vi.fn();
    clock.schedule(clock.now() + 1, () => {
      throw new Error('thrown');
    });
    clock.schedule(clock.now() + 2, () => Promise.reject(new Error('rejected')));
    clock.schedule(clock.now() + 3, fn);
    clock.advance('PT1S');
    expect(fn).toHaveBeenCalledOnce();
    await Promise.resolve();
    await Promise.resolve();
    expect(errors.map(error => (error as Error).message)).toEqual(['thrown', 'rejected']);
  });

  it('listeners are called for every turn after its timers, until they are removed', () => {
    const clock = frozenAt('2026-11-21T08:00:00Z');
    const heard: string[] = [];
    clock.schedule(clock.now() + 1, () => heard.push('timer'));
    const leave = clock.onTurn(() => heard.push('turn'));
    clock.advance('PT1S');
    clock.set('2026-11-22T00:00:00Z');
    leave();
    clock.freeze(false);
    expect(heard).toEqual(['timer', 'turn', 'turn']);
  });
});
