import { createHmac } from 'node:crypto';
import { type Sealed, unseal } from '../../aws/sealed.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, type Item } from '../../store/table.ts';

/**
 * Tokens of share links are made of a secret of the company, which lies encrypted under a key of KMS: the table holds no token, yet
 * the owner's list can show each. A token is 256 bits of HMAC-SHA-256 (RFC 2104) over the link's id, in hex.
 */
type SecretItem = Item & { data: { sealed: Sealed } };

export const secretKey = (company: CompanyId) => companyKey(company, 'SHARESECRET');

export const sealContext = (company: CompanyId) => ({ company, purpose: 'share-links' });

export const tokenOf = (secret: string, linkId: string): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(linkId).digest('hex');

/** The stored secret of a company, still sealed; undefined while it has none. One read. */
export const readSealed = async (company: CompanyId): Promise<Sealed | undefined> =>
  (await getItem<SecretItem>(secretKey(company)))?.data.sealed;

/** The company's secret. One call of KMS. */
export const openSecret = (company: CompanyId, sealed: Sealed): Promise<string> => unseal(sealed, sealContext(company));
