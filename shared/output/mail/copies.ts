import * as z from 'zod';
import { email } from '#shared/base/kernel/fields.ts';
import type { Company } from '#shared/model/company.ts';

/**
 * Copies (cc, bcc) of mails with documents: those named for one mail, and those a company gets of every mail (`emailCc`,
 * `emailBcc`).
 */

/** Maximum of cc and bcc addresses together. */
export const MOST_COPIES = 20;

export const TOO_MANY_COPIES = `must have at most ${MOST_COPIES} addresses`;

/** Splits comma-separated addresses; blank entries are dropped. */
export const addressesIn = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(one => one.trim())
    .filter(Boolean);

/**
 * Schema of `emailCc` and `emailBcc` of a company: comma-separated addresses. Null, or text without an address, clears the setting.
 */
export const standingCopies = () =>
  z
    .string({ error: 'must be text with addresses between commas, or null' })
    .transform(addressesIn)
    .pipe(z.array(email()).max(MOST_COPIES, TOO_MANY_COPIES))
    .transform(addresses => addresses.join(', ') || null)
    .nullish();

type StandingCopies = Pick<Company, 'emailCc' | 'emailBcc'>;

/** Whether `emailCc` and `emailBcc` of a company together have more than `MOST_COPIES` addresses. */
export const hasTooManyCopies = ({ emailCc, emailBcc }: Partial<StandingCopies>): boolean =>
  addressesIn(emailCc).length + addressesIn(emailBcc).length > MOST_COPIES;

/** Recipients as the sender gives them; cc or bcc is null when the sender did not give it. */
export interface NamedRecipients {
  to: string;
  cc: string[] | null;
  bcc: string[] | null;
}

/** Addresses that get copies of a mail. */
export interface Copies {
  cc: string[];
  bcc: string[];
}

/**
 * The copies that the sender gives; where cc or bcc is null, the company's own setting without addresses that already get the mail.
 */
export function copiesOf({ to, cc, bcc }: NamedRecipients, { emailCc, emailBcc }: StandingCopies): Copies {
  const recipients = new Set([to, ...(cc ?? []), ...(bcc ?? [])].map(one => one.toLowerCase()));
  const fresh = (address: string): boolean => {
    const isKnown = recipients.has(address.toLowerCase());
    recipients.add(address.toLowerCase());
    return !isKnown;
  };
  return {
    cc: cc ?? addressesIn(emailCc).filter(fresh),
    bcc: bcc ?? addressesIn(emailBcc).filter(fresh),
  };
}
