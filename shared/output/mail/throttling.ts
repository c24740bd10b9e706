import { randomInt } from 'node:crypto';
import { now } from '#shared/base/kernel/clock.ts';

/**
 * Throttling by the mail service: its sending rate or its daily quota is used up (SES developer guide, "Errors related to the
 * sending quotas for your Amazon SES account"). Nothing is wrong with a throttled mail, so it does not count as a failed try. Pure,
 * except for the clock.
 */

const THROTTLES = new Set(['Throttling', 'ThrottlingException', 'TooManyRequestsException']);
const RATE = /maximum sending rate exceeded/i;
const QUOTA = /daily (message|sending) quota exceeded/i;

/** The account may send nothing: for a reputation that SES reviews, or because its domain is not verified (any more). */
const SUSPENSIONS = new Set(['AccountSuspendedException', 'SendingPausedException', 'MailFromDomainNotVerifiedException']);

const nameAndMessage = (error: unknown): { name: string; message: string } => error as Error;

export function isThrottled(error: unknown): boolean {
  const { name, message } = nameAndMessage(error);
  return THROTTLES.has(name) || RATE.test(message) || QUOTA.test(message);
}

/** Whether the mail service takes no mails of the account at all. Nothing is wrong with the mail here either. */
export const isSuspended = (error: unknown): boolean => SUSPENSIONS.has(nameAndMessage(error).name);

/** How often the mail service throttled a mail, and the delay in seconds after the last time. */
export interface Postponement {
  times: number;
  seconds: number;
}

/** Longest `DelaySeconds` of an SQS message. */
const LONGEST = 900;
const FIRST = 4;

/**
 * The next postponement of a mail: exponential backoff from 4 seconds to 5 minutes when the rate was exceeded; 15 minutes when the
 * daily quota was, which frees up as the mails of the past 24 hours age, or the account is suspended. Half of the delay is random (jitter), so that mails do not
 * all return at once.
 *
 * @param drawn random number from 0 to 1
 */
export function nextPostponement(
  before: Postponement | undefined,
  error: unknown,
  drawn = randomInt(1_001) / 1_000,
): Postponement {
  const times = (before?.times ?? 0) + 1;
  const isLasting = isSuspended(error) || QUOTA.test(nameAndMessage(error).message);
  const longest = isLasting ? LONGEST : Math.min(300, FIRST * 2 ** Math.min(times - 1, 10));
  return { times, seconds: Math.ceil((longest * (1 + drawn)) / 2) };
}

const LATE_MILLIS = 3_600_000;
const PATIENCE_MILLIS = 86_400_000;

/** Whether a mail has waited for so long that somebody must know. @param since the instant at which it was requested */
export const isLate = (since: string): boolean => now().getTime() - Date.parse(since) >= LATE_MILLIS;

/** Whether a mail that was throttled, or met a suspension, has waited a day, and is abandoned. @param since the instant at which it was requested */
export const isGivenUp = (since: string): boolean => now().getTime() - Date.parse(since) >= PATIENCE_MILLIS;

/** The reason that the mail history of a document shows for it. */
export const givenUpReason = (error: unknown): string =>
  isSuspended(error) ? 'The mail service took no mails for 24 hours' : 'The mail service had no room for the mail for 24 hours';
