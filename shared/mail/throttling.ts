import { randomInt } from 'node:crypto';
import { now } from '../kernel/clock.ts';

/**
 * What the mail service has no room for now: its sending rate or its quota of a day is used up (SES developer guide, "Errors related
 * to the sending quotas for your Amazon SES account"). Nothing is wrong with such a mail, so it uses up no try. Pure, but for the clock.
 */

const THROTTLES = new Set(['Throttling', 'ThrottlingException', 'TooManyRequestsException']);
const RATE = /maximum sending rate exceeded/i;
const QUOTA = /daily (message|sending) quota exceeded/i;

const nameAndMessage = (error: unknown): { name: string; message: string } => error as Error;

export function isThrottled(error: unknown): boolean {
  const { name, message } = nameAndMessage(error);
  return THROTTLES.has(name) || RATE.test(message) || QUOTA.test(message);
}

/** How often the mail service had no room for a mail, and seconds from the last time until it is queued for again. */
export interface Postponement {
  times: number;
  seconds: number;
}

/** The longest that a queue delays a message (SQS). */
const LONGEST = 900;
const FIRST = 4;

/**
 * The next postponement of a mail: exponential backoff from 4 seconds to 5 minutes after the rate; 15 minutes after the quota, which
 * comes back as the mails of the day before pass. Half of it is drawn, so that mails do not come back all at once.
 *
 * @param drawn from 0 to 1
 */
export function nextPostponement(
  before: Postponement | undefined,
  error: unknown,
  drawn = randomInt(1_001) / 1_000,
): Postponement {
  const times = (before?.times ?? 0) + 1;
  const longest = QUOTA.test(nameAndMessage(error).message) ? LONGEST : Math.min(300, FIRST * 2 ** Math.min(times - 1, 10));
  return { times, seconds: Math.ceil((longest * (1 + drawn)) / 2) };
}

const PATIENCE_MILLIS = 86_400_000;

/** Whether a mail has waited a day for room, and is given up. @param since when it was asked for */
export const isGivenUp = (since: string): boolean => now().getTime() - Date.parse(since) >= PATIENCE_MILLIS;

/** What histories say of it. */
export const NO_ROOM = 'The mail service had no room for the mail for 24 hours';
