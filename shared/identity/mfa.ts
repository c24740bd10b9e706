import { type Sealed, seal, unseal } from '../aws/sealed.ts';
import { userKey, type Item, type Key } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';
import { type BackupCodes, findBackupCode } from './backup-codes.ts';
import { totpStep } from './totp.ts';

/** The second factor of a person. Item `U#<user>` / `MFA`: beside the account, so that admission does not read it. */
export interface Mfa {
  userId: string;
  /** The TOTP secret, sealed under KMS. */
  secret: Sealed;
  /** Null until a first code has shown that the authenticator knows the secret: nothing asks for codes before. */
  enabledAt: string | null;
  /** The time step of the last accepted code; -1 before the first. */
  lastStep: number;
  backupCodes: BackupCodes;
}

export type MfaItem = Item & { data: Mfa };

export const mfaKey = (userId: string): Key => userKey(userId, 'MFA');

const context = (userId: string) => ({ purpose: 'totp', user: userId });

export const sealTotpSecret = (userId: string, secret: string): Promise<Sealed> => seal(secret, context(userId));

/** The time step of a code, null for a wrong or used one. */
export const acceptedStep = async ({ userId, secret, lastStep }: Mfa, code: string): Promise<number | null> =>
  totpStep(await unseal(secret, context(userId)), code, lastStep);

export const CODE_TYPES = ['totp', 'backup', 'backup_code'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

/**
 * Judges a code of an enabled second factor: the write that uses it up, or null for a wrong or used one.
 *
 * @param refused the error when another request used the code up first.
 */
export async function useCode(mfa: Mfa, code: string, type: CodeType, refused: () => Error): Promise<Write | null> {
  if (type === 'totp') {
    const step = await acceptedStep(mfa, code);
    return step === null ? null : useStep(mfa, step, refused);
  }
  const hash = await findBackupCode(code, mfa.backupCodes);
  if (hash === null) return null;
  return update(
    mfaKey(mfa.userId),
    {
      expression: 'REMOVE #data.backupCodes.unused.#hash',
      names: { '#data': 'data', '#hash': hash },
      condition: 'attribute_exists(#data.backupCodes.unused.#hash)',
    },
    refused,
  );
}

const useStep = ({ userId, enabledAt }: Mfa, step: number, refused: () => Error): Write =>
  update(
    mfaKey(userId),
    {
      expression: 'SET #data.lastStep = :step',
      names: { '#data': 'data' },
      values: { ':step': step, ':enabled': enabledAt },
      condition: '#data.lastStep < :step AND #data.enabledAt = :enabled',
    },
    refused,
  );

/** How many backup codes are left. */
export const backupCodesLeft = (mfa: Mfa | undefined): number =>
  mfa?.enabledAt == null ? 0 : Object.keys(mfa.backupCodes.unused).length;
