import { epochSeconds, instant } from '#shared/base/kernel/clock.ts';
import { conflict, unauthorized } from '#shared/base/kernel/errors.ts';
import { randomHex, sha256 } from '#shared/base/kernel/ids.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, lookupKey, userPartition } from '#shared/platform/store/table.ts';
import { type Commit, create, remove, update, type Write } from '#shared/platform/store/transact.ts';
import { accountKey } from '#shared/platform/access/records.ts';
import { NOBODY } from '../account/store.ts';
import type { Account } from '#shared/platform/access/model.ts';

/** Confirmation of an account's email by a token that was mailed to it: single use, 24 hours, stored as a hash only. */

const LIFETIME_SECONDS = 86_400;

/** Stored under the hash of a confirmation token: the email that it confirms, and its account. */
export interface EmailConfirmation {
  userId: string;
  email: string;
}

const confirmationKey = (hash: string): Key => lookupKey('CONFIRM', hash);

/** A new token, and the write that stores its hash. Only the mail may contain the token itself. */
export function newConfirmation(account: Account): { token: string; write: Write } {
  const token = randomHex(32);
  const data: EmailConfirmation = { userId: account.id, email: account.email };
  const item = { ...confirmationKey(sha256(token)), kind: 'email-confirmation' as const, data };
  return { token, write: create({ ...item, expiresAt: epochSeconds() + LIFETIME_SECONDS }) };
}

/** The confirmation of a token; undefined if the token is unknown, used or expired. */
export const findConfirmation = async (token: string): Promise<EmailConfirmation | undefined> =>
  (await getItem<Item & { data: EmailConfirmation }>(confirmationKey(sha256(token))))?.data;

/**
 * Confirms the email, deletes the token, and requests the welcome mail.
 *
 * @throws 401 for an invalid token or one for a former email, 409 if the email is confirmed already
 */
export async function confirmEmail(token: string, found: EmailConfirmation | undefined, commit: Commit<void>): Promise<void> {
  if (!found) throw refused();
  const { userId, email } = found;
  addLogFields({ userId });
  await commit(
    [
      remove(confirmationKey(sha256(token)), { expression: 'attribute_exists(pk)' }, refused),
      update(
        accountKey(userId),
        {
          expression: 'SET #data.emailConfirmed = :yes, #data.updatedAt = :now',
          names: { '#data': 'data' },
          values: { ':yes': true, ':no': false, ':now': instant(), ':email': email },
          condition: '#data.emailConfirmed = :no AND #data.email = :email',
        },
        now =>
          (now?.['data'] as Account | undefined)?.email === email ? conflict('The email is already confirmed.') : refused(),
      ),
      mailRequest(userPartition(userId), { template: 'welcome', userId }),
    ],
    undefined,
  );
}

/**
 * Requests another confirmation mail. The write has the same form whether or not the email has an account, so that the duration
 * does not reveal it: the worker that composes the mail drops the request if there is nothing to confirm.
 */
export const askForConfirmation = (userId: string = NOBODY, commit: Commit<void>): Promise<void> =>
  commit([mailRequest(userPartition(userId), { template: 'confirm-email', userId })], undefined);

const refused = () => unauthorized('The confirmation token is invalid, expired or used; request another mail.');
