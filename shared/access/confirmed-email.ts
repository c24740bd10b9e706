import { forbidden } from '../kernel/errors.ts';
import type { Account } from './model.ts';

/**
 * Only users with a confirmed email may have the service send mails to others; otherwise anybody could use it to mail strangers
 * (decisions.md §Accounts and abuse, "Invitations"; completions-documents §1.10).
 *
 * @throws 403 `sender_not_verified`
 */
export function requireConfirmedEmail({ emailConfirmed }: Pick<Account, 'emailConfirmed'>): void {
  if (!emailConfirmed)
    throw forbidden('sender_not_verified', 'Your own email address must be confirmed before you can send mails.');
}
