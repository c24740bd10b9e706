import { setTimeout as sleep } from 'node:timers/promises';
import { isCallerWaiting } from '#shared/platform/lambda/caller.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { log, subjectOfRun } from '#shared/base/kernel/log.ts';
import { type AuthorityCall, type AuthorityLimit, allCalls, callsOfDay, type LimitedOperation, registerCalls } from './limits.ts';
import { addToMinute, minuteOf, readMinutes } from './minute-count.ts';
import { blocksFor, isWithinShare } from './shares.ts';
import { haveOthersYield, takeToken, windowKey } from './token-window.ts';
import { WAIT_SPREAD_SECONDS } from './waits.ts';

/** A limit of the tax authority is reached: the call was not made. */
export class AuthorityLimitReached extends Error {
  override name = 'AuthorityLimitReached';
  readonly limit: AuthorityLimit;
  /** Seconds until a call may be possible again; at least 1. */
  readonly retryAfter: number;

  constructor(limit: AuthorityLimit, freeAt: number) {
    super(`The limit of the tax authority is reached (${NAMES[limit] ?? `${limit}, of a day`}).`);
    this.limit = limit;
    this.retryAfter = Math.max(1, Math.ceil((freeAt - now().getTime()) / 1000));
  }
}

const NAMES: Partial<Record<AuthorityLimit, string>> = {
  calls: 'all calls of a minute',
  register: 'the register of companies, of a second',
};

const ALL = windowKey('calls', 'all');
const REGISTER = windowKey('register', 'all');
/** The subject that counts active companies; it is not the id of a company. */
const COMPANIES = 'companies';
/** The subject of work that is done for no company or user. */
const NOBODY = 'service';

/**
 * Counts a call to the tax authority before it is made: a call that is counted but not made costs a token, and no call is made
 * uncounted. The limit per minute comes first: a token lost there is free again soon, while those per day are few.
 *
 * One round trip, one more for the register of companies or an operation with a limit per day, two more when the minute is nearly
 * used up. A call to the register waits for its turn, up to `LONGEST_WAIT`.
 *
 * @throws AuthorityLimitReached, NotCounted
 */
export async function countCall(call: AuthorityCall): Promise<void> {
  // Before the others, since it may wait: a call must be made at once after the minute has counted it.
  if (call.operation === 'register') await countInSecond();
  const company = subjectOfRun() ?? NOBODY;
  const epochMinute = minuteOf(now().getTime());
  const noted = noteAsking(company, epochMinute);
  try {
    await countInMinute(company, epochMinute);
    if ('subject' in call) await countInDay(call.operation, call.subject);
  } catch (error) {
    await noted;
    // The company did not get what was noted.
    await forSpread(() => addToMinute(company, epochMinute, -1));
    throw error;
  }
  await noted;
}

/** The longest wait for the register of companies, in milliseconds: API callers wait meanwhile. */
const LONGEST_WAIT = 2_000;

async function countInSecond(): Promise<void> {
  const window = registerCalls();
  const begun = performance.now();
  for (;;) {
    const taken = await takeToken({ window, key: REGISTER, blocks: window.blocks, yields: false });
    if (taken.isTaken) return;
    const wait = Math.max(0, taken.at - now().getTime());
    if (performance.now() - begun + wait > LONGEST_WAIT) throw new AuthorityLimitReached('register', taken.at);
    await sleep(wait);
  }
}

async function countInDay(operation: LimitedOperation, subject: string): Promise<void> {
  const window = callsOfDay(operation);
  const taken = await takeToken({ window, key: windowKey(operation, subject), blocks: window.blocks, yields: false });
  if (!taken.isTaken) throw new AuthorityLimitReached(operation, taken.at);
}

async function countInMinute(company: string, epochMinute: number): Promise<void> {
  const window = allCalls();
  const open = { window, key: ALL, blocks: blocksFor(window.blocks, 'open'), yields: true };
  const taken = await takeToken(open);
  if (taken.isTaken) return;
  const caller = isCallerWaiting();
  if (!(await hasShareLeft(company, caller, epochMinute))) throw new AuthorityLimitReached('calls', taken.at);
  const level = caller ? 'caller' : 'background';
  const more = await takeToken({ ...open, blocks: blocksFor(window.blocks, level), yields: false });
  if (more.isTaken) return;
  await forSpread(() => haveOthersYield(ALL, more.at + YIELD_MILLIS));
  throw new AuthorityLimitReached('calls', more.at);
}

/**
 * How long other requests yield once a token is free again (milliseconds): a company that was refused within its share retries by
 * then.
 */
const YIELD_MILLIS = (WAIT_SPREAD_SECONDS + 5) * 1000;

/** Whether a company has calls of its fair share left; true when the counts cannot be read. */
async function hasShareLeft(company: string, caller: boolean, epochMinute: number): Promise<boolean> {
  const [had, asking] = (await forSpread(() => readMinutes([company, COMPANIES], epochMinute))) ?? [];
  if (!had || !asking) return true;
  const { blocks, blockSize } = allCalls();
  return isWithinShare(blocks * blockSize, {
    ...{ caller, active: Math.max(asking.taken, asking.takenBefore), at: now().getTime() },
    // Without the requested call, which is counted already.
    had: { ...had, taken: Math.max(0, had.taken - 1) },
  });
}

/** Counts the call for the company, and its first call in a minute also for the number of active companies. */
async function noteAsking(company: string, epochMinute: number): Promise<void> {
  const asked = await forSpread(() => addToMinute(company, epochMinute, 1));
  if (asked === 1) await forSpread(() => addToMinute(COMPANIES, epochMinute, 1));
}

/** Runs a read or write that only fair shares need: when it fails, this is logged, and the call goes on. */
async function forSpread<T>(note: () => Promise<T>): Promise<T | undefined> {
  try {
    return await note();
  } catch (error) {
    log.warn('spread of the calls to the tax authority not noted', { error: (error as Error).name });
    return undefined;
  }
}
