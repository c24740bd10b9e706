import { forbidden, invalidFields } from '../../kernel/errors.ts';
import { countAttempt } from '../../lambda/limits/attempts.ts';
import { acceptedStep } from '../mfa/second-factor.ts';
import type { Mfa } from '../mfa/record.ts';
import type { Actor } from '../../access/model.ts';
import { now } from '../../kernel/clock.ts';
import { verifyPassword } from './passwords.ts';

/** Proof, within a session, that it is still the person: a session that was left open or stolen must not be enough. */

/** Who proves it, in which login. */
export type Prover = Pick<Actor, 'account' | 'sessionId'>;

/**
 * What tries are counted by: the login. Who guesses at logins cannot lock the person out of what they are doing in theirs, and who holds
 * somebody else's login guesses no faster than at a login of their own (decisions.md §Accounts and abuse, "Guessing limits").
 */
const triesOf = ({ account, sessionId }: Prover): string => sessionId ?? account.id;

/**
 * Whether the password is the account's. Counted against guessing, apart from logins.
 *
 * @throws 429 after too many tries
 */
export async function provePassword(prover: Prover, password: string): Promise<boolean> {
  const { passwordHash } = prover.account;
  const [matches] = await Promise.all([verifyPassword(password, passwordHash), countAttempt('password', triesOf(prover))]);
  return matches;
}

/**
 * The time step of a code of the account's authenticator, null for a wrong one. Counted like a password; a caller that acts on it
 * stores the step, so that the code counts once.
 *
 * @throws 429 after too many tries
 */
export async function proveCode(prover: Prover, mfa: Mfa, code: string): Promise<number | null> {
  const [step] = await Promise.all([acceptedStep(mfa, code), countAttempt('code', triesOf(prover))]);
  return step;
}

/** What a form offers as proof; a person without password sends a code of the authenticator (completions-accounts §4). */
export interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Accepts the proof that fits the account; none is asked of who has neither password nor second factor.
 *
 * @returns the time step to store when a code was the proof.
 * @throws 422 when it is missing or wrong, 429 after too many tries.
 */
export async function requireProof(prover: Prover, mfa: Mfa | undefined, { password, code }: Proof): Promise<number | null> {
  if (prover.account.passwordHash !== null) {
    if (password === undefined || !(await provePassword(prover, password))) throw wrongProof('password');
    return null;
  }
  if (mfa?.enabledAt == null) return null;
  const step = code === undefined ? null : await proveCode(prover, mfa, code);
  if (step === null) throw wrongProof('code');
  return step;
}

/** For so many minutes a login is a proof by itself. */
const PROOF_MINUTES = 10;

/**
 * Asks for a proof of what adds a way into the account, so that who got hold of an access token does not stay for good: a login, by
 * whatever way, of the last 10 minutes, or the password.
 *
 * @throws 403 for an older login without a password, 422 for a wrong password, 429 after too many tries.
 */
export async function requireFreshProof(prover: Prover & Pick<Actor, 'loggedInAt'>, password: string | undefined): Promise<void> {
  if (password !== undefined && prover.account.passwordHash !== null) {
    if (!(await provePassword(prover, password))) throw wrongProof('password');
    return;
  }
  const age = now().getTime() - Date.parse(prover.loggedInAt ?? '');
  if (age <= PROOF_MINUTES * 60_000) return;
  const byPassword = prover.account.passwordHash === null ? '' : ', or send your current password as `password`';
  throw forbidden('proof_required', `You logged in more than ${PROOF_MINUTES} minutes ago: log in again${byPassword}.`);
}

/** 422: a proof that is missing, wrong, or was used before. */
export const wrongProof = (field: keyof Proof) => invalidFields({ [field]: ['is missing or wrong'] });
