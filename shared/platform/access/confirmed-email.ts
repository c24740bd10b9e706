import { forbidden } from '#shared/base/kernel/errors.ts';
import type { Account } from './model.ts';

/**
 * Only users with a confirmed email may send mails to others, publish documents, and set up what goes on without them; otherwise anybody
 * could do so anonymously, or in the name of somebody whose address they registered (ACC-13).
 * Endpoints declare it: `confirmedEmail` in lambda/endpoint/definition.ts.
 *
 * @throws 403 `sender_not_verified`
 */
export function requireConfirmedEmail({ emailConfirmed }: Pick<Account, 'emailConfirmed'>): void {
  if (!emailConfirmed)
    throw forbidden('sender_not_verified', 'Confirm your email address first, by the link in the mail that was sent to it.');
}
