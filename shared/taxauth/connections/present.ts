import type * as z from 'zod';
import { shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { isValid, type TaxauthToken } from './token.ts';
import type { statusSchema, tokenSchema } from './schema.ts';

/** Tokens as shown: never the value. */

export const presentToken = (token: TaxauthToken): z.infer<typeof tokenSchema> => ({
  id: token.id,
  uuid: token.id,
  label: token.label,
  cif: token.validatedCifs[0] ?? null,
  validatedCifs: token.validatedCifs,
  expiresAt: shownInstant(token.expiresAt),
  isValid: isValid(token),
  lastUsedAt: shownInstantOrNull(token.lastUsedAt),
  createdAt: shownInstant(token.createdAt),
  updatedAt: shownInstant(token.updatedAt),
});

export const presentStatus = (tokens: TaxauthToken[]): z.infer<typeof statusSchema> => ({
  tokenCount: tokens.length,
  hasValidToken: tokens.some(isValid),
  tokens: tokens.map(token => ({
    cif: token.validatedCifs[0] ?? null,
    expiresAt: shownInstant(token.expiresAt),
    isValid: isValid(token),
  })),
});
