import type * as z from 'zod';
import { instant } from '#shared/base/kernel/clock.ts';
import { forbidden } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import { accountKey } from '#shared/platform/access/records.ts';
import { setFields } from '../account/writes.ts';
import { confirmationRequired, NOBODY } from '../account/store.ts';
import { issueAccessToken } from '../sessions/issue-token.ts';
import { newChallenge } from '../mfa/challenge.ts';
import { type Mfa, mfaKey } from '../mfa/record.ts';
import type { Account } from '#shared/platform/access/model.ts';
import { openSession, type Tokens } from '../sessions/open.ts';
import type { LoginClient } from './known-address.ts';
import type { signedInSchema } from './schema.ts';

/** The last step of every way to sign in: returns tokens, or a challenge for the second factor. */

export type SignedIn = z.infer<typeof signedInSchema>;

/** An account with its second factor, as read for a login. */
export interface Person {
  account: Account;
  mfa: Mfa | undefined;
}

/**
 * Account and second factor, in one read; undefined if there is no such account. Without a user id the same read is done, so that
 * the response time does not reveal whether an account exists.
 */
export async function readPerson(userId: string = NOBODY): Promise<Person | undefined> {
  const [account, mfa] = await getItems([accountKey(userId), mfaKey(userId)]);
  return account && { account: account['data'] as Account, mfa: mfa?.['data'] as Mfa | undefined };
}

/** @throws 403 `account_inactive` for a closed account */
export function requireActive({ active }: Account): void {
  if (!active) throw forbidden('account_inactive', 'The account is inactive.');
}

/** @throws 403 `account_inactive`; 403 `email_not_confirmed` if the deployment requires a confirmed email */
export function requireUsable(account: Account): void {
  requireActive(account);
  if (!account.emailConfirmed && confirmationRequired()) {
    throw forbidden('email_not_confirmed', 'The email is not confirmed yet: use the link in the confirmation mail.');
  }
}

/** Writes and changes of a way to sign in that are committed together with the login. */
export interface Aside {
  writes?: Write[];
  /** Changed fields of the account. */
  changes?: Partial<Account>;
  client: LoginClient;
}

/** Signs in a user after the first factor: returns tokens, or a challenge if the account has a second factor. */
export async function signInOrChallenge(person: Person, commit: Commit<SignedIn>, aside: Aside): Promise<SignedIn> {
  const { mfa } = person;
  if (!person.account.mfaEnabled || mfa?.enabledAt == null) return signIn(person.account, commit, aside);
  addLogFields({ userId: person.account.id, secondFactor: 'asked' });
  const { writes = [], changes } = aside;
  const { challenge, write } = newChallenge({ ...person.account, ...changes }, mfa);
  return commit([...writes, ...(changes ? [setFields(person.account, changes)] : []), write], challenge);
}

/**
 * Opens a session for a user whose identity is established. Other sessions remain valid.
 *
 * @throws 401 if the account was closed, or its credentials or second factor changed, after it was read
 */
export async function signIn<R>(
  account: Account,
  commit: Commit<Tokens | R>,
  { writes = [], changes = {}, client }: Aside,
): Promise<Tokens | R> {
  const login = openSession({ ...account, ...changes }, client);
  const token = await issueAccessToken(account, login.session);
  const noted = setFields(account, { ...changes, lastConnectedAt: instant() }, { unchanged: ['mfaEnabled'] });
  return commit([...writes, noted, ...login.writes], { token, refresh_token: login.refreshToken });
}
