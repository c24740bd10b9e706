import type { Company } from '#shared/model/company.ts';

/** Which mails of a company are tracked (OUT-99). Pure. */
export const MAIL_TRACKING = ['off', 'companies', 'all'] as const;
export type MailTracking = (typeof MAIL_TRACKING)[number];

/** What the choice depends on, besides the company's setting. */
export interface Tracked {
  /** Whether the client of the document is a private person. */
  toPerson: boolean;
  /** Whether a schedule sends the mail. */
  automatic: boolean;
}

/**
 * Whether a mail is tracked. A company that has not chosen has the default of the contract for mails that somebody sends, which
 * is to track; of automatic mails, those to companies are tracked.
 *
 * @param asked what the sender of this mail asks for; undefined: nothing
 */
export function isTracked(
  { mailTracking }: Pick<Company, 'mailTracking'>,
  { toPerson, automatic }: Tracked,
  asked?: boolean,
): boolean {
  if (mailTracking === 'off') return false;
  if (asked !== undefined) return asked;
  return (mailTracking ?? (automatic ? 'companies' : 'all')) === 'all' || !toPerson;
}
