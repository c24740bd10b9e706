import type { Sealed } from '#shared/platform/aws/sealed.ts';
import { type Item, type Key, userKey } from '#shared/platform/store/table.ts';
import type { BackupCodes } from './backup-codes.ts';

/** The second factor of a person. Item `U#<user>` / `MFA`, separate from the account, so that admission does not read it. */
export interface Mfa {
  userId: string;
  /** The TOTP secret, encrypted by KMS. */
  secret: Sealed;
  /** Null until a first code has proved that the authenticator has the secret; until then logins need no code. */
  enabledAt: string | null;
  /** The time step of the last accepted code; -1 before the first. */
  lastStep: number;
  backupCodes: BackupCodes;
}

export type MfaItem = Item & { data: Mfa };

export const mfaKey = (userId: string): Key => userKey(userId, 'MFA');

/** The number of unused backup codes. */
export const backupCodesLeft = (mfa: Mfa | undefined): number =>
  mfa?.enabledAt == null ? 0 : Object.keys(mfa.backupCodes.unused).length;
