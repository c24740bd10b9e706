import * as z from 'zod';
import { instant } from '../kernel/clock.ts';
import { forbidden, unauthorized } from '../kernel/errors.ts';
import { type Commit, update, type Write } from '../store/transact.ts';
import { accountKey } from './access.ts';
import { confirmationRequired, typedEmail } from './accounts.ts';
import { issueAccessToken } from './issue-token.ts';
import type { Account } from './model.ts';
import { verifyPassword } from './passwords.ts';
import { openSession, type Tokens } from './sessions.ts';

/** Body of POST /api/auth. */
export const LoginForm = z.object({ email: typedEmail(), password: z.string().min(1, 'must not be empty') });
export type LoginForm = z.infer<typeof LoginForm>;

/**
 * Signs a person in by password.
 *
 * @param account the account of the email, if there is one. Without one, or without a password, the same work is done.
 * @throws 401 for an unknown email or a wrong password; 403 for an inactive account or an unconfirmed email, told only to who
 *   knows the password.
 */
export async function login(account: Account | undefined, password: string, commit: Commit<Tokens>): Promise<Tokens> {
  const matches = await verifyPassword(password, account?.passwordHash);
  if (!account || !matches) throw unauthorized('The email or the password is wrong.');
  requireUsable(account);
  return signIn(account, commit);
}

/** @throws 403 for an account that may not sign in. */
export function requireUsable(account: Account): void {
  if (!account.active) throw forbidden('account_inactive', 'The account is inactive.');
  if (!account.emailConfirmed && confirmationRequired()) {
    throw forbidden('email_not_confirmed', 'The email is not confirmed yet: use the link in the confirmation mail.');
  }
}

/** Opens a session for a person whose identity is established. Other sessions go on. */
export async function signIn(account: Account, commit: Commit<Tokens>): Promise<Tokens> {
  const session = openSession(account);
  const token = await issueAccessToken(account, session.session.id);
  return commit([connected(account), session.write], { token, refresh_token: session.refreshToken });
}

/** Notes the login; refused when the account was closed, or its password changed, after it was read. */
const connected = (account: Account): Write =>
  update(
    accountKey(account.id),
    {
      expression: 'SET #data.lastConnectedAt = :now',
      names: { '#data': 'data' },
      values: { ':now': instant(), ':seen': account.credentialsChangedAt, ':yes': true },
      condition: '#data.credentialsChangedAt = :seen AND #data.active = :yes',
    },
    () => unauthorized('The account has just changed; log in again.'),
  );
