import type * as z from 'zod';
import { presentInstant, presentInstantOrNull } from '../../kernel/clock.ts';
import { isValid, type TaxauthToken } from './token.ts';
import type { statusSchema, tokenSchema } from './schema.ts';

/** Tokens as shown: never the value. */

export const presentToken = (token: TaxauthToken): z.infer<typeof tokenSchema> => ({
  id: token.id,
  uuid: token.id,
  label: token.label,
  cif: token.validatedCifs[0] ?? null,
  validatedCifs: token.validatedCifs,
  expiresAt: presentInstant(token.expiresAt),
  isValid: isValid(token),
  lastUsedAt: presentInstantOrNull(token.lastUsedAt),
  createdAt: presentInstant(token.createdAt),
  updatedAt: presentInstant(token.updatedAt),
});

export const presentStatus = (tokens: TaxauthToken[]): z.infer<typeof statusSchema> => ({
  tokenCount: tokens.length,
  hasValidToken: tokens.some(isValid),
  tokens: tokens.map(token => ({
    cif: token.validatedCifs[0] ?? null,
    expiresAt: presentInstant(token.expiresAt),
    isValid: isValid(token),
  })),
});
