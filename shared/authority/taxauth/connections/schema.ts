import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';

/** Answers about connections to the tax authority. */

export const newLinkSchema = z
  .object({
    linkToken: z.string(),
    url: z.url(),
    linkUrl: z.url(),
    expiresAt: instant(),
  })
  .meta({ id: 'CreatedTaxauthLink' });

export const linkSchema = z
  .object({
    linkToken: z.string(),
    url: z.url(),
    companyId: uuid().nullable(),
    expiresAt: instant(),
    createdAt: instant(),
  })
  .meta({ id: 'TaxauthLink' });

export const tokenSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    label: z.string().nullable(),
    cif: z.string().nullable(),
    validatedCifs: z.array(z.string()),
    expiresAt: instant(),
    isValid: z.boolean(),
    lastUsedAt: instant().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'TaxauthToken' });

export const statusSchema = z
  .object({
    tokenCount: z.number(),
    hasValidToken: z.boolean(),
    tokens: z.array(z.object({ cif: z.string().nullable(), expiresAt: instant(), isValid: z.boolean() })),
  })
  .meta({ id: 'TaxauthConnection' });

export const vatStatusSchema = z
  .object({ name: z.string(), vatPayer: z.boolean(), vatOnCollection: z.boolean() })
  .meta({ id: 'VatStatus' });

export const linkStatusSchema = z
  .object({ status: z.enum(['pending', 'used', 'expired']), tokenId: uuid().nullable(), expiresAt: instant() })
  .meta({ id: 'TaxauthLinkStatus' });
