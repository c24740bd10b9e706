import * as z from 'zod';

/** What answers show of API keys. */

/** An API key as lists show it. Neither the key nor its hash is ever among it. */
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

/** A new API key: the only answer that shows the key itself. */
export const newApiTokenSchema = apiTokenSchema.extend({ token: z.string() });
