import { type Sealed, seal, unseal } from '#shared/platform/aws/sealed.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { findBackupCode } from './backup-codes.ts';
import { type Mfa, mfaKey } from './record.ts';
import { totpStep } from './totp.ts';

/** Checking codes of the second factor and marking them as used. */

const context = (userId: string) => ({ purpose: 'totp', user: userId });

export const sealTotpSecret = (userId: string, secret: string): Promise<Sealed> => seal(secret, context(userId));

/** The time step of a valid code; null for a wrong or used one. */
export const acceptedStep = async ({ userId, secret, lastStep }: Mfa, code: string): Promise<number | null> =>
  totpStep(await unseal(secret, context(userId)), code, lastStep);

export const CODE_TYPES = ['totp', 'backup', 'backup_code'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

/**
 * Checks a code of an enabled second factor. Returns the write that marks it as used; null for a wrong or used code.
 *
 * @param refused the error if another request has used the code in the meantime
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
