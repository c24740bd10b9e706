import type * as z from 'zod';
import { getItem } from '#shared/platform/store/read.ts';
import { backupCodesLeft, type Mfa, type MfaItem, mfaKey } from './record.ts';
import { readPasskeys } from '../passkeys/store.ts';
import type { mfaStatusSchema } from './schema.ts';

/** The second factors of a person. */

export const readMfa = async (userId: string): Promise<Mfa | undefined> => (await getItem<MfaItem>(mfaKey(userId)))?.data;

/** The response of GET /api/v1/me/mfa/status. */
export async function readMfaStatus(userId: string): Promise<z.infer<typeof mfaStatusSchema>> {
  const [mfa, passkeys] = await Promise.all([readMfa(userId), readPasskeys(userId)]);
  return {
    totpEnabled: mfa?.enabledAt != null,
    backupCodesRemaining: backupCodesLeft(mfa),
    passkeysCount: passkeys.length,
  };
}
