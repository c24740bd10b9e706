import * as z from 'zod';

/** Answers about connections to the tax authority. */

export const newLinkSchema = z.object({
  linkToken: z.string(),
  url: z.string(),
  linkUrl: z.string(),
  expiresAt: z.string(),
});

export const linkSchema = z.object({
  linkToken: z.string(),
  url: z.string(),
  companyId: z.string().nullable(),
  expiresAt: z.string(),
  createdAt: z.string(),
});

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

export const statusSchema = z.object({
  tokenCount: z.number(),
  hasValidToken: z.boolean(),
  tokens: z.array(z.object({ cif: z.string().nullable(), expiresAt: z.string(), isValid: z.boolean() })),
});

export const vatStatusSchema = z.object({ name: z.string(), vatPayer: z.boolean(), vatOnCollection: z.boolean() });
