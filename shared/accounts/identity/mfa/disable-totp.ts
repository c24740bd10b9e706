import * as z from 'zod';
import type { Actor } from '#shared/platform/access/model.ts';
import { type Proof, requireProof } from '../passwords/prove.ts';
import { type Mfa, mfaKey } from './record.ts';
import { type Commit, remove } from '#shared/platform/store/transact.ts';
import type { totpDisabledSchema } from './schema.ts';
import { setFields } from '../account/writes.ts';
import { instant } from '#shared/base/kernel/clock.ts';

/**
 * Removes secret and backup codes. Does nothing if no second factor is enabled.
 *
 * @throws 422 if the proof is missing or wrong, 429 after too many attempts
 */
export async function disableTotp(
  actor: Actor,
  { proof, mfa }: { proof: Proof; mfa: Mfa | undefined },
  commit: Commit<z.infer<typeof totpDisabledSchema>>,
): Promise<z.infer<typeof totpDisabledSchema>> {
  const { userId, account } = actor;
  // The code need not be marked as used, since its secret is removed.
  await requireProof(actor, mfa, proof);
  const gone = remove(mfaKey(userId));
  return commit([gone, setFields(account, { mfaEnabled: false, updatedAt: instant() })], { disabled: true });
}
