import { afterEach, expect, it, vi } from 'vitest';
import type { Crash } from '../../../infra/local/faults/faults.ts';
import { faultsAt, interruptEveryCall } from '../../support/faults/every-call.ts';
import { ALL, LONG, places } from '../../support/effort.ts';
import type { Service } from '../../support/service.ts';

/** Of three faults the long run takes one at each call. */
const FAULTS = LONG && !ALL ? 1 : 3;

afterEach(() => vi.restoreAllMocks());

/** A service whose function makes so many calls in a run. */
function serviceOf(count: number) {
  const interrupted: string[] = [];
  let crash: Crash | undefined;
  let crashed = false;
  const faults = {
    crash: (one: Crash) => void (crash = one),
    crashed: () => crashed,
    clear() {
      crash = undefined;
      crashed = false;
    },
  };
  const run = (what: string): Promise<void> => {
    crashed = crash !== undefined && (crash.call ?? 1) <= count;
    if (crashed) interrupted.push(what);
    return Promise.resolve();
  };
  return { service: { runtime: { faults } } as unknown as Service, run, interrupted };
}

it.each([1, 2, 3, 11, 12, 13, 24, 30])(
  'of %i calls the first, the last, and those of the stride are interrupted',
  async count => {
    const { service, run, interrupted } = serviceOf(count);
    const say = vi.spyOn(console, 'log').mockReturnValue();
    let checks = 0;
    const check = (): Promise<void> => Promise.resolve(void checks++);
    expect(await interruptEveryCall(service, { name: 'workers-example', step: 12, run, check })).toBe(count);
    const expected = places(count, 12).flatMap(call => faultsAt(call).map(when => `${when}-${call}`));
    expect(expected).toHaveLength(FAULTS * places(count, 12).length);
    expect(interrupted.toSorted()).toEqual(expected.toSorted());
    expect(checks).toBe(1);
    expect(say).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(`${count} calls × ${FAULTS} faults, ${expected.length} interr`),
    );
  },
);
