import type { LoginInput } from './input.ts';
import { type Person, readPerson, requireUsable, type SignedIn, signInOrChallenge } from './complete.ts';
import { addressFor, countFrom, type LoginClient } from './known-address.ts';
import { findUserId } from '../account/store.ts';
import type { Commit } from '../../store/transact.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { countAttempt, resettingAttempts } from '../../lambda/limits/attempts.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { addLogFields } from '../../kernel/log.ts';

/** Who has an email, as far as signing in needs to know. An unknown email costs the same reads as a known one. */
export const findPerson = async (email: string): Promise<Person | undefined> => readPerson(await findUserId(email));

/**
 * Signs a person in by password.
 *
 * @param person who has the email, if anybody. Without them, or without a password, the same work is done.
 * @throws 401 for an unknown email or a wrong password; 403 for an inactive account or an unconfirmed email, stated only to who
 *   knows the password; 429 after too many tries on this email, from wherever they came, and where the
 *   client's address is known to the account, from that.
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
