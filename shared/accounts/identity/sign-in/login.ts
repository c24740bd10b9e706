import type { LoginInput } from './input.ts';
import { type Person, readPerson, requireUsable, type SignedIn, signInOrChallenge } from './complete.ts';
import { addressFor, countFrom, type LoginClient } from './known-address.ts';
import { findUserId } from '../account/store.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { countAttempt, resettingAttempts } from '#shared/platform/lambda/limits/attempts.ts';
import { unauthorized } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';

/** The user with an email. An unknown email costs the same reads as a known one, so that the response time does not reveal it. */
export const findPerson = async (email: string): Promise<Person | undefined> => readPerson(await findUserId(email));

/**
 * Signs a user in by password.
 *
 * @param person the user with the email; undefined if there is none. The same work is done for an account without a password, or
 *   without an account.
 * @throws 401 for an unknown email or a wrong password; 403 for an inactive account or an unconfirmed email, but only if the
 *   password is right; 429 after too many attempts for this email from all addresses, or, from a known address, after as many more
 *   from that address
 */
export async function login(
  person: Person | undefined,
  { email, password, client }: LoginInput & { client: LoginClient },
  commit: Commit<SignedIn>,
): Promise<SignedIn> {
  addLogFields({ userId: person?.account.id });
  const address = addressFor(person?.account, client);
  const [matches, counted] = await Promise.all([
    verifyPassword(password, person?.account.passwordHash),
    countFrom(address, email, subject => countAttempt('password', subject)),
  ]);
  if (!person || !matches) throw unauthorized('The email or the password is wrong.');
  requireUsable(person.account);
  return signInOrChallenge(person, resettingAttempts('password', counted, commit), { client });
}
