import * as z from 'zod';

/** Schemas of responses with API keys. */

/** An API key in lists, without the key and its hash. */
export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  tokenPrefix: z.string(),
  scopes: z.array(z.string()),
  lastUsedAt: z.string().nullable(),
  expireAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  createdAt: z.string(),
});

/** A new API key: the only response that contains the key itself. */
export const newApiTokenSchema = apiTokenSchema.extend({ token: z.string() });
