import * as z from 'zod';
import { instant } from '../../kernel/clock.ts';
import { badRequest, conflict, invalidFields } from '../../kernel/errors.ts';
import { type Commit, put, remove, update } from '../../store/transact.ts';
import { setFields } from '../account/writes.ts';
import { ownerUnchanged } from '../../access/epoch.ts';
import { newBackupCodes, NO_CODES } from './backup-codes.ts';
import { acceptedStep, sealTotpSecret } from './second-factor.ts';
import { type Mfa, mfaKey } from './record.ts';
import type { Actor } from '../../access/model.ts';
import { type Proof, requireProof, wrongProof } from '../passwords/prove.ts';
import { newTotpSecret, totpInvitation } from './totp.ts';
import type { backupCodesSchema, totpDisabledSchema, totpEnabledSchema, totpSetupSchema } from './schema.ts';

/** The second factor of the signed-in person: set up, enabled, disabled (completions-accounts §4). */

/** Body of the calls that need proof: the password, or `code` for who has none. What is missing is told as wrong is. */
export const ProofForm = z.object({ password: z.string().optional(), code: z.string().optional() });

const enabledAlready = () => conflict('Two-factor authentication is already enabled.');

/** Gives the authenticator a new secret; one that was given before and never shown to work is forgotten. @throws 409 when enabled */
export async function setUpTotp(
  { userId, email, account }: Actor,
  mfa: Mfa | undefined,
  commit: Commit<z.infer<typeof totpSetupSchema>>,
): Promise<z.infer<typeof totpSetupSchema>> {
  if (mfa?.enabledAt != null) throw enabledAlready();
  const secret = await newTotpSecret();
  const [sealed, invitation] = await Promise.all([sealTotpSecret(userId, secret), totpInvitation(email, secret)]);
  const data: Mfa = { userId, secret: sealed, enabledAt: null, lastStep: -1, backupCodes: NO_CODES };
  const write = put(
    { ...mfaKey(userId), kind: 'mfa', data },
    {
      expression: 'attribute_not_exists(pk) OR #data.enabledAt = :null',
      names: { '#data': 'data' },
      values: { ':null': null },
    },
    enabledAlready,
  );
  return commit([write, ownerUnchanged(account)], { secret, ...invitation });
}

/**
 * Enables the second factor by a first code; from here on logins ask for one.
 *
 * @throws 409 when enabled already, 422 for a wrong code or without a set-up before.
 */
export async function enableTotp(
  { userId, account }: Actor,
  { code, mfa }: { code: string; mfa: Mfa | undefined },
  commit: Commit<z.infer<typeof totpEnabledSchema>>,
): Promise<z.infer<typeof totpEnabledSchema>> {
  if (mfa?.enabledAt != null) throw enabledAlready();
  if (!mfa) throw invalidFields({ code: ['there is no set-up to enable: ask for one first'] });
  const step = await acceptedStep(mfa, code);
  if (step === null) throw invalidFields({ code: ['is wrong'] });
  const { shown, stored } = await newBackupCodes();
  const data: Mfa = { ...mfa, enabledAt: instant(), lastStep: step, backupCodes: stored };
  const replaced = put(
    { ...mfaKey(userId), kind: 'mfa', data },
    {
      expression: '#data.enabledAt = :null AND #data.secret = :secret',
      names: { '#data': 'data' },
      values: { ':null': null, ':secret': mfa.secret },
    },
    changedMeanwhile,
  );
  return commit([replaced, setFields(account, { mfaEnabled: true, updatedAt: instant() })], {
    enabled: true,
    backupCodes: shown,
  });
}

/**
 * Removes secret and backup codes; where nothing is enabled there is nothing to do.
 *
 * @throws 422 when the proof is missing or wrong, 429 after too many tries.
 */
export async function disableTotp(
  { userId, account }: Actor,
  { proof, mfa }: { proof: Proof; mfa: Mfa | undefined },
  commit: Commit<z.infer<typeof totpDisabledSchema>>,
): Promise<z.infer<typeof totpDisabledSchema>> {
  // A code is used up by what it proves: its secret goes.
  await requireProof(account, mfa, proof);
  const gone = remove(mfaKey(userId));
  return commit([gone, setFields(account, { mfaEnabled: false, updatedAt: instant() })], { disabled: true });
}

/**
 * New backup codes in place of all earlier ones.
 *
 * @throws 400 when no second factor is enabled, 422 when the proof is missing or wrong, 429 after too many tries.
 */
export async function regenerateBackupCodes(
  { userId, account }: Actor,
  { proof, mfa }: { proof: Proof; mfa: Mfa | undefined },
  commit: Commit<z.infer<typeof backupCodesSchema>>,
): Promise<z.infer<typeof backupCodesSchema>> {
  if (mfa?.enabledAt == null) throw badRequest('Two-factor authentication is not enabled.');
  const step = await requireProof(account, mfa, proof);
  const { shown, stored } = await newBackupCodes();
  const used = step !== null && { set: ', #data.lastStep = :step', condition: ' AND #data.lastStep < :step' };
  const replaced = update(
    mfaKey(userId),
    {
      expression: `SET #data.backupCodes = :codes${used ? used.set : ''}`,
      names: { '#data': 'data' },
      values: { ':codes': stored, ':enabled': mfa.enabledAt, ...(used && { ':step': step }) },
      condition: `#data.enabledAt = :enabled${used ? used.condition : ''}`,
    },
    found => ((found?.['data'] as Mfa | undefined)?.enabledAt === mfa.enabledAt ? wrongProof('code') : changedMeanwhile()),
  );
  return commit([replaced], { backupCodes: shown });
}

const changedMeanwhile = () => conflict('Two-factor authentication has just been set up anew or disabled.');
