import { instant } from '#shared/base/kernel/clock.ts';
import { invalidFields, unauthorized } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { type Commit, remove, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import { accountKey } from '#shared/platform/access/records.ts';
import { endingSessions, setFields } from '../account/writes.ts';
import { resettingAttempts } from '#shared/platform/lambda/limits/attempts.ts';
import type { Account } from '#shared/platform/access/model.ts';
import { passwordViolation } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { readReset, type ResetItem, resetKey } from './reset-token.ts';
import { clear, type ClearCompany, isUnproven, lockOut } from '../sign-in/takeover.ts';

/** Reset of a forgotten password by a mailed token (ACC-18 to ACC-23). */

/** The hash of a valid reset token, and its account. */
export interface FoundReset {
  hash: string;
  account: Account;
}

/** The account of a reset token, in one read; undefined if the token is no longer valid or the account is closed. */
export async function findReset(token: string): Promise<FoundReset | undefined> {
  const presented = readReset(token);
  if (!presented) return undefined;
  const { userId, hash } = presented;
  const [reset, item] = await getItems([resetKey(userId), accountKey(userId)]);
  const account = item?.['data'] as Account | undefined;
  return account?.active && (reset as ResetItem | undefined)?.data.hash === hash ? { hash, account } : undefined;
}

/**
 * Replaces the password and deletes the token. All sessions end, and the email becomes confirmed, because the token was mailed to
 * it. API keys, passkeys and the second factor remain valid, unless the email was not confirmed before: then the account is taken
 * over from its registrant (takeover.ts).
 *
 * @throws 401 for an invalid token; 422 for a refused password, after which the token can still be used
 */
export async function resetPassword(
  found: FoundReset | undefined,
  password: string,
  { clearCompany, commit }: { clearCompany: ClearCompany; commit: Commit<void> },
): Promise<void> {
  if (!found) throw refused();
  const { hash, account } = found;
  addLogFields({ userId: account.id });
  const violation = passwordViolation(password, account.email);
  if (violation) throw invalidFields({ password: [violation] });
  const passwordHash = await hashPassword(password);
  const used = remove(
    resetKey(account.id),
    { expression: '#data.#hash = :hash', names: { '#data': 'data', '#hash': 'hash' }, values: { ':hash': hash } },
    refused,
  );
  const notice = mailRequest(userPartition(account.id), { template: 'password-changed', userId: account.id });
  const end = (from: Account, changes: Partial<Account>, more: Write[] = []): Promise<void> => {
    const fields = { ...changes, ...endingSessions(from), passwordHash, emailConfirmed: true, updatedAt: instant() };
    const writes = [used, setFields(from, fields, { refused }), notice, ...more];
    return resettingAttempts('password', account.email, commit)(writes, undefined);
  };
  if (!isUnproven(account)) return end(account, {});
  const locked = await lockOut(account, refused);
  return retryOnContention(async () => {
    const { changes, writes } = await clear(locked, clearCompany);
    return end(locked, changes, writes);
  });
}

const refused = () => unauthorized('The token is unknown, expired or used; request a new one.');
