import { unseal } from '../aws/sealed.ts';
import type { CompanyId } from '../store/table.ts';
import { bestFor, isValid, readConnecting, sealContext, type TaxauthToken } from './token.ts';

/**
 * The access token by which a company reaches the tax authority: that of an active member of its organization, in force, whose
 * validated tax numbers hold the company's; null when there is none. One wave of reads and one call to KMS; never to be logged.
 */
export async function connectionOf(_company: CompanyId, organizationId: string, cif: string): Promise<string | null> {
  const token = bestFor(await readConnecting(organizationId), cif);
  return token && isValid(token) ? openToken(token) : null;
}

export const openToken = (token: TaxauthToken): Promise<string> => unseal(token.sealed, sealContext(token));
