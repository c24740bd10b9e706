import { seal, type Sealed } from '#shared/platform/aws/sealed.ts';
import { randomHex } from '#shared/base/kernel/ids.ts';
import { openSecret, sealContext, secretKey, type SecretUse } from './company-secret.ts';
import type { CompanyId } from './table.ts';
import { create, type Write } from './transact.ts';

export interface CompanySecret {
  secret: string;
  /**
   * The write that stores a new secret; it fails with `ConditionFailed` if another process has stored one meanwhile. Empty for a
   * stored one.
   */
  writes: Write[];
}

/** The company's secret, or a new one if it has none. Makes one call to KMS. */
export async function secretOf(company: CompanyId, use: SecretUse, sealed: Sealed | undefined): Promise<CompanySecret> {
  if (sealed !== undefined) return { secret: await openSecret(company, use, sealed), writes: [] };
  const secret = randomHex(32);
  const data = { sealed: await seal(secret, sealContext(company, use)) };
  return { secret, writes: [create({ ...secretKey(company, use), kind: use.kind, data })] };
}
