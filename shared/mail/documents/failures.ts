import type { DocumentEmail } from './model.ts';

/** What a try that failed makes of a mail. Pure. */

/** The document was cancelled or deleted between the accepting of its mail and the sending. */
export class DocumentWithdrawn extends Error {
  override name = 'DocumentWithdrawn';
}

/** A recipient bounced or complained between the accepting of the mail and the sending. */
export class RecipientSuppressed extends Error {
  override name = 'RecipientSuppressed';
}

/** What histories say of a mail to an address on the suppression list. */
export const SUPPRESSED = 'The address bounced or complained about earlier mails';

/** Errors that no repetition changes: the mail service's refusals (SES v2 API, SendEmail, errors), and ours. */
const REFUSALS: Record<string, string> = {
  MessageRejected: 'The mail service rejected the message',
  BadRequestException: 'The mail service refused the message or an address',
  MailFromDomainNotVerifiedException: 'The sender address is not verified',
  AccountSuspendedException: 'Sending is suspended',
  DocumentWithdrawn: 'The document was withdrawn before the mail was sent',
  RecipientSuppressed: SUPPRESSED,
};

export const isPermanent = (error: unknown): boolean => (error as Error).name in REFUSALS;

/** A reason that says nothing of our inside. */
export const reasonOf = (error: unknown): string => REFUSALS[(error as Error).name] ?? 'Temporary failure';

/** The mail after a try that failed: to be tried again, or failed for good. */
export const afterFailure = (email: DocumentEmail, reason: string, final: boolean): DocumentEmail =>
  final
    ? { ...email, state: 'failed', deliveryStatus: 'failed', bounceReason: reason }
    : { ...email, state: 'pending', tries: email.tries + 1 };
