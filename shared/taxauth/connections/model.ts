import type { Sealed } from '../../aws/sealed.ts';
import { instant } from '../../kernel/clock.ts';

/**
 * Access tokens of the tax authority (completions-accounts §20). A token belongs to the user who saved it and lies in the
 * partition of the organization it was saved in, so that one query finds the connection of any of its companies.
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

/** Of the tokens with access to a tax number, the one that expires last (it may have expired already); undefined when there is none. */
export const bestFor = (tokens: TaxauthToken[], cif: string): TaxauthToken | undefined =>
  tokens.filter(token => token.validatedCifs.includes(cif)).sort(latestFirst)[0];
