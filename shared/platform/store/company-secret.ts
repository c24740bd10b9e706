import { type Sealed, unseal } from '#shared/platform/aws/sealed.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { getItem } from './read.ts';
import { type CompanyId, companyKey, type Item, type Key } from './table.ts';

/**
 * Secrets of a company, 256 random bits in hex, from which tokens and signatures are derived. Each is stored encrypted by KMS with
 * its purpose as encryption context, so that read access to the table alone does not reveal any token. new-company-secret.ts
 * creates them.
 */
export interface SecretUse {
  /** Sort key of its item. */
  sk: string;
  kind: ItemKind;
  /** The purpose in the encryption context. */
  purpose: string;
}

type SecretItem = Item & { data: { sealed: Sealed } };

export const secretKey = (company: CompanyId, { sk }: SecretUse): Key => companyKey(company, sk);

export const sealContext = (company: CompanyId, { purpose }: SecretUse) => ({ company, purpose });

/** The stored secret of a company, still encrypted; undefined if it has none yet. One read. */
export const readSealed = async (company: CompanyId, use: SecretUse): Promise<Sealed | undefined> =>
  (await getItem<SecretItem>(secretKey(company, use)))?.data.sealed;

/** Decrypts a secret. One call to KMS. */
export const openSecret = (company: CompanyId, use: SecretUse, sealed: Sealed): Promise<string> =>
  unseal(sealed, sealContext(company, use));
