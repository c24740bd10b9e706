import { allCalls, type TokenWindow } from '#shared/authority/calls/limits.ts';
import { minuteOf } from '#shared/authority/calls/minute-count.ts';
import { blocksFor, isWithinShare } from '#shared/authority/calls/shares.ts';
import { freeFor, type Register } from '#shared/authority/calls/token-window.ts';
import { WAIT_SPREAD_SECONDS } from '#shared/authority/calls/waits.ts';

/** The distribution of calls without a table: the same decisions on a register in memory, event by event. */

export interface Company {
  name: string;
  /** The number of its calls. */
  calls: number;
  /** The time when it arrives with them, in seconds. */
  from: number;
  /** The number of its simultaneous calls. */
  workers: number;
  caller: boolean;
}

export interface Course {
  /** Seconds from the arrival of a company to its last call, by name. */
  took: Map<string, number>;
  /** Seconds from the arrival of a company to its first call. */
  firstAfter: Map<string, number>;
  /** When calls were made, in milliseconds. */
  times: number[];
}

const CALL_MILLIS = 250;

function open(register: Register, window: TokenWindow, at: number): void {
  if (register.taken < window.blockSize) {
    register.taken++;
    return;
  }
  register.opened = [at, ...register.opened].slice(0, window.blocks);
  register.taken = 1;
}

/** @param random in [0, 1) */
export function play(companies: Company[], random: () => number): Course {
  const window = allCalls();
  const limit = window.blocks * window.blockSize;
  const register: Register = { taken: window.blockSize, block: 0, opened: [], yieldUntil: 0 };
  /** Calls by company and minute. */
  const taken = new Map<string, number>();
  const asked = new Map<number, Set<string>>();
  const left = new Map(companies.map(({ name, calls }) => [name, calls]));
  const course: Course = { took: new Map(), firstAfter: new Map(), times: [] };

  const freeAt = (blocks: number, yields: boolean, at: number): number => freeFor({ window, blocks, yields }, register, at);

  /** @returns when the company may retry; undefined: the call was made */
  const ask = ({ name, caller }: Company, at: number): number | undefined => {
    const minute = minuteOf(at);
    asked.set(minute, (asked.get(minute) ?? new Set()).add(name));
    const of = (which: number): number => taken.get(`${name} ${which}`) ?? 0;
    const had = { epochMinute: minute, taken: of(minute), takenBefore: of(minute - 1) };
    const free = freeAt(blocksFor(window.blocks, 'open'), true, at);
    const active = Math.max(asked.get(minute)!.size, asked.get(minute - 1)?.size ?? 0);
    const within = free > at && isWithinShare(limit, { caller, had, active, at });
    const later = within ? freeAt(blocksFor(window.blocks, caller ? 'caller' : 'background'), false, at) : free;
    if (later > at) {
      if (within) register.yieldUntil = later + (WAIT_SPREAD_SECONDS + 5) * 1000;
      return later;
    }
    open(register, window, at);
    taken.set(`${name} ${minute}`, had.taken + 1);
    return undefined;
  };

  const queue = companies.flatMap(company =>
    Array.from({ length: company.workers }, () => ({ company, at: company.from * 1000 + random() * 100 })),
  );
  while (queue.length > 0) {
    queue.sort((a, b) => b.at - a.at);
    const next = queue.pop()!;
    const { company, at } = next;
    const open = left.get(company.name)!;
    if (open === 0) continue;
    const later = ask(company, at);
    if (later !== undefined) {
      queue.push({ company, at: later + random() * WAIT_SPREAD_SECONDS * 1000 });
      continue;
    }
    course.times.push(at);
    const passed = at / 1000 - company.from;
    if (!course.firstAfter.has(company.name)) course.firstAfter.set(company.name, passed);
    course.took.set(company.name, passed);
    left.set(company.name, open - 1);
    queue.push({ company, at: at + CALL_MILLIS });
  }
  return course;
}

/** The maximum number of calls of any 60 seconds. */
export function mostInAMinute(times: number[]): number {
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last++) {
    while (times[first]! <= times[last]! - 60_000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
