import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAsynchronousRuns } from '../../../infra/local/events/asynchronous.ts';
import { type LocalClock, openClock } from '../../../infra/local/clock.ts';
import { turnForward } from '../../../infra/local/control/turn.ts';
import { dataFolder } from './engines-support.ts';

const folder = dataFolder();
let clock: LocalClock;
beforeEach(() => {
  clock = openClock(folder);
  clock.freeze(true);
  clock.set('2026-11-23T10:00:00Z');
});
afterEach(() => clock.close());

/** A function that fails this often; the minutes after ten at which it ran, and the reports. */
function failing(times: number, { twice = false } = {}) {
  const ran: number[] = [];
  const reported: string[] = [];
  const runs = createAsynchronousRuns({
    clock,
    twice,
    onFailure: (name, error) => reported.push(`${name}: ${(error as Error).message}`),
  });
  runs.start('sweep', () => {
    ran.push(new Date(clock.now()).getUTCMinutes());
    return ran.length <= times ? Promise.reject(new Error('not now')) : Promise.resolve();
  });
  const settle = () => new Promise(resolve => setImmediate(resolve));
  return { ran, reported, runs, advance: (duration: string) => turnForward(clock, { advance: duration }, settle) };
}

it('a function that succeeds runs once', async () => {
  const { ran, advance } = failing(0);
  await advance('PT1H');
  expect(ran).toEqual([0]);
});

it('one that fails runs again after a minute and after two more, then no more', async () => {
  const { ran, reported, runs, advance } = failing(Infinity);
  await advance('PT59S');
  expect(ran).toEqual([0]);
  await advance('PT1H');
  expect(ran).toEqual([0, 1, 3]);
  expect(reported).toEqual(Array.from({ length: 3 }, () => 'sweep: not now'));
  expect(runs.running()).toBe(0);
});

it('a retry that succeeds is the last', async () => {
  const { ran, advance } = failing(1);
  await advance('PT1H');
  expect(ran).toEqual([0, 1]);
});

it('a retry does not outlast the end', async () => {
  const { ran, runs, advance } = failing(1);
  await advance('PT1S');
  runs.stop();
  await advance('PT1H');
  expect(ran).toEqual([0]);
});

it('with double delivery each success is followed by another run, which is retried if it fails', async () => {
  const once = failing(0, { twice: true });
  await once.advance('PT1H');
  expect(once.ran).toEqual([0, 0]);
});
