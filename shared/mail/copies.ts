import * as z from 'zod';
import { email } from '../kernel/fields.ts';
import type { Company } from '../model/company.ts';

/** Copies of mails with documents: of one mail, and those that a company has of all (`emailCc`, `emailBcc`). */

/** cc and bcc together. */
export const MOST_COPIES = 20;

export const TOO_MANY_COPIES = `must have at most ${MOST_COPIES} addresses`;

/** The addresses of a text that has commas between them. */
export const addressesIn = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(one => one.trim())
    .filter(Boolean);

/** The setting of a company: addresses between commas; null and text without any clear it. */
export const standingCopies = () =>
  z
    .string({ error: 'must be text with addresses between commas, or null' })
    .transform(addressesIn)
    .pipe(z.array(email()).max(MOST_COPIES, TOO_MANY_COPIES))
    .transform(addresses => addresses.join(', ') || null)
    .nullish();

type StandingCopies = Pick<Company, 'emailCc' | 'emailBcc'>;

/** Whether the settings of a company, put together, have more addresses than a mail may. */
export const hasTooManyCopies = ({ emailCc, emailBcc }: Partial<StandingCopies>): boolean =>
  addressesIn(emailCc).length + addressesIn(emailBcc).length > MOST_COPIES;

/** Recipients as a sender names them; null where nothing is said of copies. */
export interface NamedRecipients {
  to: string;
  cc: string[] | null;
  bcc: string[] | null;
}

/** Who gets copies of a mail. */
export interface Copies {
  cc: string[];
  bcc: string[];
}

/** The copies that the sender names, and where there are none, those of the company without the mail's own recipients. */
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
