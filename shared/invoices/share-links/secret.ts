import { createHmac } from 'node:crypto';
import { seal, type Sealed, unseal } from '../../aws/sealed.ts';
import { randomHex } from '../../kernel/ids.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, type Item } from '../../store/table.ts';
import { create, type Write } from '../../store/transact.ts';

/**
 * Tokens of share links are made of a secret of the company, which lies encrypted under a key of KMS: the table holds no token, yet
 * the owner's list can show each. A token is 256 bits of HMAC-SHA-256 (RFC 2104) over the link's id, in hex.
 */
type SecretItem = Item & { data: { sealed: Sealed } };

const secretKey = (company: CompanyId) => companyKey(company, 'SHARESECRET');

const context = (company: CompanyId) => ({ company, purpose: 'share-links' });

export const tokenOf = (secret: string, linkId: string): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(linkId).digest('hex');

export interface ShareSecret {
  secret: string;
  /** Stores it, when it is new; fails with `ConditionFailed` when another was made meanwhile. */
  writes: Write[];
}

/** The stored secret of a company, still sealed; undefined while it has none. One read. */
export const readSealed = async (company: CompanyId): Promise<Sealed | undefined> =>
  (await getItem<SecretItem>(secretKey(company)))?.data.sealed;

/** The company's secret, or a new one. One call of KMS. */
export async function openSecret(company: CompanyId, sealed: Sealed | undefined): Promise<ShareSecret> {
  if (sealed !== undefined) return { secret: await unseal(sealed, context(company)), writes: [] };
  const secret = randomHex(32);
  const data = { sealed: await seal(secret, context(company)) };
  return { secret, writes: [create({ ...secretKey(company), kind: 'share-secret', data })] };
}
