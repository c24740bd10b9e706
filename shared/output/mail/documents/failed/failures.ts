import type { DocumentEmail } from '../model.ts';
import { MEMBERS_ONLY } from '../sandbox-recipients.ts';
import type { SuppressedAddress } from '../suppression.ts';

/** Failures of sending a mail with a document, and their effect on its record. Pure. */

/**
 * A fault of this service, such as a file that cannot be read: the mail service was not asked. It counts as no try; the queue delivers the
 * message again, and at last moves it to its dead letters, from where the mail is sent once the error is fixed.
 */
export class NotComposed extends Error {
  override name = 'NotComposed';

  constructor(cause: unknown) {
    super('The mail could not be composed.', { cause });
  }
}

/** The document was cancelled or deleted after its mail was accepted. */
export class DocumentWithdrawn extends Error {
  override name = 'DocumentWithdrawn';
}

/** The recipient bounced, complained, unsubscribed or was restricted after the mail was accepted. */
export class RecipientSuppressed extends Error {
  override name = 'RecipientSuppressed';
  readonly reason: SuppressedAddress['reason'];

  constructor(reason: SuppressedAddress['reason']) {
    super('The recipient is on the suppression list.');
    this.reason = reason;
  }
}

/** The company is a sandbox, and the recipient no member of its organization. */
export class RecipientNoMember extends Error {
  override name = 'RecipientNoMember';
}

const RETURNED = 'The address bounced or complained about earlier mails';

/** What histories show for a mail to an address on the suppression list. */
export const SUPPRESSED: Record<SuppressedAddress['reason'], string> = {
  bounce: RETURNED,
  complaint: RETURNED,
  unsubscribed: 'The recipient unsubscribed from mails of the company',
  restricted: 'The recipient asked that their data is not used',
};

const WITHDRAWN = 'The document was withdrawn before the mail was sent';

/**
 * The verdicts of the mail service on a single mail by name (SES v2 API, SendEmail, errors), with the reason for the history: another try
 * would get the same one.
 */
const VERDICTS: Record<string, string> = {
  MessageRejected: 'The mail service rejected the message',
  BadRequestException: 'The mail service refused the message or an address',
};

/** Whether the mail was rightly not sent: its document or its recipient does not want it any more. */
export const isNeedless = (error: unknown): boolean =>
  error instanceof RecipientSuppressed || error instanceof RecipientNoMember || error instanceof DocumentWithdrawn;

/** Whether another try would fail in the same way. */
export const isPermanent = (error: unknown): boolean => isNeedless(error) || (error as Error).name in VERDICTS;

/** The reason to show to users; it reveals nothing internal. */
export function reasonOf(error: unknown): string {
  if (error instanceof RecipientSuppressed) return SUPPRESSED[error.reason];
  if (error instanceof RecipientNoMember) return MEMBERS_ONLY;
  if (error instanceof DocumentWithdrawn) return WITHDRAWN;
  return VERDICTS[(error as Error).name] ?? 'Temporary failure';
}

/** The mail marked as failed, with the reason that its history shows. */
export const notSent = (email: DocumentEmail, reason: string): DocumentEmail => ({
  ...email,
  state: 'failed',
  deliveryStatus: 'failed',
  bounceReason: reason,
});
