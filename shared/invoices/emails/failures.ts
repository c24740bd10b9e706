import type { InvoiceEmail } from './model.ts';

/** What a try that failed makes of a mail. Pure. */

/** The mail service's refusals that no repetition changes (SES v2 API, SendEmail, errors). */
const REFUSALS: Record<string, string> = {
  MessageRejected: 'The mail service rejected the message',
  BadRequestException: 'The mail service refused the message or an address',
  MailFromDomainNotVerifiedException: 'The sender address is not verified',
  AccountSuspendedException: 'Sending is suspended',
};

export const isPermanent = (error: unknown): boolean => (error as Error).name in REFUSALS;

/** A reason that says nothing of our inside. */
export const reasonOf = (error: unknown): string => REFUSALS[(error as Error).name] ?? 'Temporary failure';

/** The mail after a try that failed: to be tried again, or failed for good. */
export const afterFailure = (email: InvoiceEmail, reason: string, final: boolean): InvoiceEmail =>
  final
    ? { ...email, state: 'failed', deliveryStatus: 'failed', bounceReason: reason }
    : { ...email, state: 'pending', tries: email.tries + 1, leaseUntil: 0 };
