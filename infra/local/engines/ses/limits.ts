import { now } from '#shared/base/kernel/clock.ts';
import { AwsError } from '../http.ts';

/** The sending limits of an SES account. */
export interface SendingLimits {
  perSecond: number;
  /** In any 24 hours. */
  perDay: number;
}

/** The usual initial limits of SES, outside its sandbox. */
export const FIRST_LIMITS: SendingLimits = { perSecond: 14, perDay: 50_000 };

const SECOND = 1_000;
const DAY = 86_400_000;

/**
 * Enforces the sending rate and the daily quota of SES, by the local clock; while that stands, a second of the machine is one too, else no
 * mail would ever have room again. Counts recipients, not mails; a mail is accepted while any quota is left, however many recipients it
 * has (SES developer guide, "Managing your Amazon SES sending limits").
 *
 * @returns a function that counts a mail's recipients. @throws AwsError when the rate or the quota is used up: the mail is not counted
 */
export function sendingLimits(limits: SendingLimits): (recipients: number) => void {
  let sent: { at: number; machine: number; recipients: number }[] = [];
  return recipients => {
    const at = now().getTime();
    sent = sent.filter(one => one.at > at - DAY && one.at <= at);
    const machine = performance.now();
    const total = (mails: typeof sent): number => mails.reduce((sum, one) => sum + one.recipients, 0);
    const lately = sent.filter(one => one.at > at - SECOND && one.machine > machine - SECOND);
    if (total(sent) >= limits.perDay) throw new AwsError('ThrottlingException', 400, 'Daily message quota exceeded.');
    if (total(lately) >= limits.perSecond) throw new AwsError('TooManyRequestsException', 429, 'Maximum sending rate exceeded.');
    sent.push({ at, machine, recipients });
  };
}
