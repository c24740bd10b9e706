import * as z from 'zod';
import { enabledAlready } from './rules.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { type Mfa, mfaKey } from './record.ts';
import { type Commit, put } from '#shared/platform/store/transact.ts';
import type { totpSetupSchema } from './schema.ts';
import { newTotpSecret, totpInvitation } from './totp.ts';
import { sealTotpSecret } from './second-factor.ts';
import { NO_CODES } from './backup-codes.ts';
import { requireFreshProof } from '../passwords/prove.ts';
import { ownerUnchanged } from '#shared/platform/access/epoch.ts';

/**
 * Creates a new secret for an authenticator; it replaces an earlier one that was never confirmed by a code.
 *
 * @throws 403, 422 and 429 as `requireFreshProof` does; 409 if it is already enabled
 */
export async function setUpTotp(
  actor: Actor,
  { mfa, password }: { mfa: Mfa | undefined; password?: string | undefined },
  commit: Commit<z.infer<typeof totpSetupSchema>>,
): Promise<z.infer<typeof totpSetupSchema>> {
  const { userId, email, account } = actor;
  if (mfa?.enabledAt != null) throw enabledAlready();
  await requireFreshProof(actor, password);
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
