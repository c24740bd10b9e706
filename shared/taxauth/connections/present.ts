import * as z from 'zod';
import { shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { isValid, type TaxauthToken } from './token.ts';

/** Tokens as shown: never the value. */

export const tokenSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  label: z.string().nullable(),
  cif: z.string().nullable(),
  validatedCifs: z.array(z.string()),
  expiresAt: z.string(),
  isValid: z.boolean(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

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

export const statusSchema = z.object({
  tokenCount: z.number(),
  hasValidToken: z.boolean(),
  tokens: z.array(z.object({ cif: z.string().nullable(), expiresAt: z.string(), isValid: z.boolean() })),
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
