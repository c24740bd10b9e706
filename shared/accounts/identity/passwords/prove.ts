import { forbidden, invalidFields } from '#shared/base/kernel/errors.ts';
import { countAttempt } from '#shared/platform/lambda/limits/attempts.ts';
import { acceptedStep } from '../mfa/second-factor.ts';
import type { Mfa } from '../mfa/record.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { verifyPassword } from './passwords.ts';

/** Re-authentication within a session: sensitive changes require more than a session, which may have been left open or stolen. */

/** The account that re-authenticates, and its session. */
export type Prover = Pick<Actor, 'account' | 'sessionId'>;

/**
 * Attempts are counted per session, or per account if there is no session: guesses at the login page cannot block the user's open
 * session, and a stolen session allows no more attempts than any other (ACC-95).
 */
const attemptKey = ({ account, sessionId }: Prover): string => sessionId ?? account.id;

/**
 * Whether the password is the account's. Each call counts as an attempt, separately from login attempts.
 *
 * @throws 429 after too many attempts
 */
export async function provePassword(prover: Prover, password: string): Promise<boolean> {
  const { passwordHash } = prover.account;
  const [matches] = await Promise.all([verifyPassword(password, passwordHash), countAttempt('password', attemptKey(prover))]);
  return matches;
}

/**
 * The TOTP time step (RFC 6238) of a code of the account's authenticator app; null for a wrong code. Each call counts as an
 * attempt. A caller that accepts the code must store the step, so that the code cannot be used again.
 *
 * @throws 429 after too many attempts
 */
export async function proveCode(prover: Prover, mfa: Mfa, code: string): Promise<number | null> {
  const [step] = await Promise.all([acceptedStep(mfa, code), countAttempt('code', attemptKey(prover))]);
  return step;
}

/** Proof in a request body: the password or, for a user without one, a code of the authenticator app (ACC-40). */
export interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Requires the password, or a code if the account has no password. An account with neither password nor second factor needs no
 * proof.
 *
 * @returns the time step to store if a code was the proof, otherwise null
 * @throws 422 if the proof is missing or wrong, 429 after too many attempts
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

/** Minutes after a login during which no other proof is required. */
const PROOF_MINUTES = 10;

/**
 * Requires a recent proof before a new way to log in is added, so that a stolen access token does not give lasting access: a login
 * (of any kind) within the last 10 minutes, or the password. If the account has a password and one is sent, it is checked in any
 * case.
 *
 * @throws 403 for an older login without a password, 422 for a wrong password, 429 after too many attempts
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

/** The 422 for a proof that is missing, wrong, or was used before. */
export const wrongProof = (field: keyof Proof) => invalidFields({ [field]: ['is missing or wrong'] });
