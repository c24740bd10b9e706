import * as z from 'zod';
import { changedMeanwhile, enabledAlready } from './rules.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { type Mfa, mfaKey } from './record.ts';
import { type Commit, put } from '#shared/platform/store/transact.ts';
import type { totpEnabledSchema } from './schema.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { acceptedStep } from './second-factor.ts';
import { newBackupCodes } from './backup-codes.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { requireFreshProof } from '../passwords/prove.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { setFields } from '../account/writes.ts';

/**
 * Enables the second factor by a first code. From then on logins need one. The person gets a mail about it.
 *
 * @throws 403, 422 and 429 as `requireFreshProof` does; 409 if it is already enabled, 422 for a wrong code or without a previous
 * set-up
 */
export async function enableTotp(
  actor: Actor,
  { code, mfa, password }: { code: string; mfa: Mfa | undefined; password?: string | undefined },
  commit: Commit<z.infer<typeof totpEnabledSchema>>,
): Promise<z.infer<typeof totpEnabledSchema>> {
  const { userId, account } = actor;
  if (mfa?.enabledAt != null) throw enabledAlready();
  if (!mfa) throw invalidFields({ code: ['there is no set-up to enable: ask for one first'] });
  await requireFreshProof(actor, password);
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
  const notice = mailRequest(userPartition(userId), { template: 'second-factor-enabled', userId });
  return commit([replaced, setFields(account, { mfaEnabled: true, updatedAt: instant() }), notice], {
    enabled: true,
    backupCodes: shown,
  });
}
