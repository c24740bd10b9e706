import type * as z from 'zod';
import { environment } from '#shared/platform/aws/environment.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import type { OwnLink } from './link-store.ts';
import { isValid, type TaxauthToken } from './model.ts';
import type { linkSchema, newLinkSchema, statusSchema, tokenSchema } from './schema.ts';

/** Answers about access tokens, without their values, and links, with their tokens: only for the user who created them. */

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

const urlOf = (link: OwnLink): string => `${environment('apiUrl')}/api/connect/taxauth/link/${link.linkToken}`;

export const presentNewLink = (link: OwnLink): z.infer<typeof newLinkSchema> => ({
  linkToken: link.linkToken,
  url: urlOf(link),
  linkUrl: urlOf(link),
  expiresAt: presentInstant(link.expiresAt),
});

export const presentLink = (link: OwnLink): z.infer<typeof linkSchema> => ({
  linkToken: link.linkToken,
  url: urlOf(link),
  companyId: link.companyId,
  expiresAt: presentInstant(link.expiresAt),
  createdAt: presentInstant(link.createdAt),
});
