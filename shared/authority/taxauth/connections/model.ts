import type { Sealed } from '#shared/platform/aws/sealed.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';

/**
 * An access token of the tax authority (COM-45 to COM-50). It belongs to the user who saved it and is stored in the
 * partition of the organization, so that one query finds the tokens of all its companies.
 * Item `O#<organization>` / `TAXAUTH#<id>`.
 */
export interface TaxauthToken {
  id: string;
  version: number;
  userId: string;
  organizationId: string;
  label: string | null;
  /** The token itself, encrypted; decrypted only to call the authority. */
  sealed: Sealed;
  /** SHA-256 of the token, hex. */
  valueHash: string;
  /** Tax numbers (digits) for which the authority confirmed access. */
  validatedCifs: string[];
  expiresAt: string;
  lastUsedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Whether the token has not expired; says nothing about `validatedCifs`. */
export const isValid = (token: Pick<TaxauthToken, 'expiresAt'>): boolean => token.expiresAt > instant();

const latestFirst = (a: TaxauthToken, b: TaxauthToken): number => (a.expiresAt < b.expiresAt ? 1 : -1);

/** The token validated for a tax number that expires last (it may have expired already); undefined when there is none. */
export const bestFor = (tokens: readonly TaxauthToken[], cif: string): TaxauthToken | undefined =>
  tokens.filter(token => token.validatedCifs.includes(cif)).sort(latestFirst)[0];

/** Whether a company reaches the authority, by one of these tokens or, as a sandbox, in the simulator. */
export function isConnectedBy(tokens: readonly TaxauthToken[], { cif, sandbox }: Pick<Company, 'cif' | 'sandbox'>): boolean {
  const token = bestFor(tokens, cif);
  return sandbox === true || (token !== undefined && isValid(token));
}
