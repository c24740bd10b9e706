import type { DocumentEmail } from './model.ts';
import type { SuppressedAddress } from './suppression.ts';

/** Failures of sending a mail with a document, and their effect on its record. Pure. */

/** The document was cancelled or deleted after its mail was accepted. */
export class DocumentWithdrawn extends Error {
  override name = 'DocumentWithdrawn';
}

/** The recipient bounced, complained or unsubscribed after the mail was accepted. */
export class RecipientSuppressed extends Error {
  override name = 'RecipientSuppressed';
  readonly reason: SuppressedAddress['reason'];

  constructor(reason: SuppressedAddress['reason']) {
    super('The recipient is on the suppression list.');
    this.reason = reason;
  }
}

const RETURNED = 'The address bounced or complained about earlier mails';

/** What histories show for a mail to an address on the suppression list. */
export const SUPPRESSED: Record<SuppressedAddress['reason'], string> = {
  bounce: RETURNED,
  complaint: RETURNED,
  unsubscribed: 'The recipient unsubscribed from mails of the company',
};

/**
 * Permanent errors by name, with the reason for the history: those of the mail service (SES v2 API, SendEmail, errors) and our own.
 */
const REFUSALS: Record<string, string> = {
  MessageRejected: 'The mail service rejected the message',
  BadRequestException: 'The mail service refused the message or an address',
  MailFromDomainNotVerifiedException: 'The sender address is not verified',
  AccountSuspendedException: 'Sending is suspended',
  DocumentWithdrawn: 'The document was withdrawn before the mail was sent',
};

export const isPermanent = (error: unknown): boolean => error instanceof RecipientSuppressed || (error as Error).name in REFUSALS;

/** The reason to show to users; it reveals nothing internal. */
export const reasonOf = (error: unknown): string =>
  error instanceof RecipientSuppressed ? SUPPRESSED[error.reason] : (REFUSALS[(error as Error).name] ?? 'Temporary failure');

/** The mail after a failed try: to be tried again, or failed permanently. */
export const afterFailure = (email: DocumentEmail, reason: string, final: boolean): DocumentEmail =>
  final
    ? { ...email, state: 'failed', deliveryStatus: 'failed', bounceReason: reason }
    : { ...email, state: 'pending', tries: email.tries + 1 };
