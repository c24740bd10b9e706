import { instant } from '../kernel/clock.ts';
import { invalidFields, unauthorized } from '../kernel/errors.ts';
import { mailRequest } from '../mail/requests.ts';
import { getItems } from '../store/read.ts';
import { userPartition } from '../store/table.ts';
import { type Commit, remove } from '../store/transact.ts';
import { accountKey } from './access.ts';
import { setFields, withPassword } from './account-writes.ts';
import { forgettingTries } from './attempts.ts';
import type { Account } from './model.ts';
import { passwordFault } from './passwords.ts';
import { readReset, type ResetItem, resetKey } from './reset-token.ts';

/** A new password for who has forgotten it (completions-accounts §2). */

/** A token in force, and the account it is for. */
export interface FoundReset {
  hash: string;
  account: Account;
}

/** What a token names, in one read; undefined for one that is unknown, used, replaced or expired. */
export async function findReset(token: string): Promise<FoundReset | undefined> {
  const presented = readReset(token);
  if (!presented) return undefined;
  const { userId, hash } = presented;
  const [reset, item] = await getItems([resetKey(userId), accountKey(userId)]);
  const account = item?.['data'] as Account | undefined;
  return account?.active && (reset as ResetItem | undefined)?.data.hash === hash ? { hash, account } : undefined;
}

/**
 * Replaces the password and uses the token up. Every login ends, and the email counts as confirmed: the token came by it. API
 * keys, passkeys and the second factor stay.
 *
 * @throws 401 for a token that is not in force; 422 for a password that is refused, which leaves the token good.
 */
export async function resetPassword(found: FoundReset | undefined, password: string, commit: Commit<void>): Promise<void> {
  if (!found) throw refused();
  const { hash, account } = found;
  const fault = passwordFault(password, account.email);
  if (fault) throw invalidFields({ password: [fault] });
  const fields = { ...(await withPassword(account, password)), emailConfirmed: true, updatedAt: instant() };
  const used = remove(
    resetKey(account.id),
    { expression: '#data.#hash = :hash', names: { '#data': 'data', '#hash': 'hash' }, values: { ':hash': hash } },
    refused,
  );
  const notice = mailRequest(userPartition(account.id), { template: 'password-changed', userId: account.id });
  await forgettingTries('password', account.email, commit)([used, setFields(account, fields, { refused }), notice], undefined);
}

const refused = () => unauthorized('The token is unknown, expired or used; ask for a new one.');
