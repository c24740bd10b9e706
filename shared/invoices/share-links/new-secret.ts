import { seal, type Sealed } from '../../aws/sealed.ts';
import { randomHex } from '../../kernel/ids.ts';
import type { CompanyId } from '../../store/table.ts';
import { create, type Write } from '../../store/transact.ts';
import { openSecret, sealContext, secretKey } from './secret.ts';

export interface ShareSecret {
  secret: string;
  /** Stores it, when it is new; fails with `ConditionFailed` when another was made meanwhile. */
  writes: Write[];
}

/** The company's secret, or a new one where it has none. One call of KMS. */
export async function secretOf(company: CompanyId, sealed: Sealed | undefined): Promise<ShareSecret> {
  if (sealed !== undefined) return { secret: await openSecret(company, sealed), writes: [] };
  const secret = randomHex(32);
  const data = { sealed: await seal(secret, sealContext(company)) };
  return { secret, writes: [create({ ...secretKey(company), kind: 'share-secret', data })] };
}
