import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';

/** Schemas of responses with API keys. */

/** An API key in lists, without the key and its hash. */
export const apiTokenSchema = z
  .object({
    id: uuid(),
    name: z.string(),
    tokenPrefix: z.string(),
    scopes: z.array(z.string()),
    sandbox: z.boolean().describe('A key for sandbox companies only.'),
    lastUsedAt: instant().nullable(),
    expireAt: instant().nullable(),
    revokedAt: instant().nullable(),
    createdAt: instant(),
  })
  .meta({ id: 'ApiToken' });

/** A new API key: the only response that contains the key itself. */
export const newApiTokenSchema = apiTokenSchema.extend({ token: z.string() }).meta({ id: 'CreatedApiToken' });
