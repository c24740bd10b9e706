import * as z from 'zod';
import { changedMeanwhile } from './rules.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { type Proof, requireProof, wrongProof } from '../passwords/prove.ts';
import { type Mfa, mfaKey } from './record.ts';
import { type Commit, update } from '#shared/platform/store/transact.ts';
import type { backupCodesSchema } from './schema.ts';
import { badRequest } from '#shared/base/kernel/errors.ts';
import { newBackupCodes } from './backup-codes.ts';

/**
 * Replaces all backup codes by new ones.
 *
 * @throws 400 if no second factor is enabled, 422 if the proof is missing or wrong, 429 after too many attempts
 */
export async function regenerateBackupCodes(
  actor: Actor,
  { proof, mfa }: { proof: Proof; mfa: Mfa | undefined },
  commit: Commit<z.infer<typeof backupCodesSchema>>,
): Promise<z.infer<typeof backupCodesSchema>> {
  const { userId } = actor;
  if (mfa?.enabledAt == null) throw badRequest('Two-factor authentication is not enabled.');
  const step = await requireProof(actor, mfa, proof);
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
