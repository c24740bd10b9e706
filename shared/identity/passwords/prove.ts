import { invalidFields } from '../../kernel/errors.ts';
import { countAttempt } from '../../lambda/limits/attempts.ts';
import { acceptedStep } from '../mfa/second-factor.ts';
import type { Mfa } from '../mfa/record.ts';
import type { Account } from '../../access/model.ts';
import { verifyPassword } from './passwords.ts';

/** Proof, within a session, that it is still the person: a session that was left open or stolen must not be enough. */

/**
 * Whether the password is the account's. Counted against guessing like a login; only a login starts the count again.
 *
 * @throws 429 after too many tries
 */
export async function provePassword(account: Account, password: string): Promise<boolean> {
  const [matches] = await Promise.all([verifyPassword(password, account.passwordHash), countAttempt('password', account.email)]);
  return matches;
}

/**
 * The time step of a code of the account's authenticator, null for a wrong one. Counted like a code at login; a caller that acts on it
 * stores the step, so that the code counts once.
 *
 * @throws 429 after too many tries
 */
export async function proveCode(mfa: Mfa, code: string): Promise<number | null> {
  const [step] = await Promise.all([acceptedStep(mfa, code), countAttempt('code', mfa.userId)]);
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
export async function requireProof(account: Account, mfa: Mfa | undefined, { password, code }: Proof): Promise<number | null> {
  if (account.passwordHash !== null) {
    if (password === undefined || !(await provePassword(account, password))) throw wrongProof('password');
    return null;
  }
  if (mfa?.enabledAt == null) return null;
  const step = code === undefined ? null : await proveCode(mfa, code);
  if (step === null) throw wrongProof('code');
  return step;
}

/** 422: a proof that is missing, wrong, or was used before. */
export const wrongProof = (field: keyof Proof) => invalidFields({ [field]: ['is missing or wrong'] });
