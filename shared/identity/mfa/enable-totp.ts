import * as z from 'zod';
import { changedMeanwhile, enabledAlready } from './rules.ts';
import type { Actor } from '../../access/model.ts';
import { type Mfa, mfaKey } from './record.ts';
import { type Commit, put } from '../../store/transact.ts';
import type { totpEnabledSchema } from './schema.ts';
import { invalidFields } from '../../kernel/errors.ts';
import { acceptedStep } from './second-factor.ts';
import { newBackupCodes } from './backup-codes.ts';
import { instant } from '../../kernel/clock.ts';
import { setFields } from '../account/writes.ts';

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
