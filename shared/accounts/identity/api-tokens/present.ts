import * as z from 'zod';
import type { NewApiToken } from './model.ts';
import type { ApiToken } from '#shared/platform/access/model.ts';
import type { apiTokenSchema, newApiTokenSchema } from './schema.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';

/** API keys: scoped credentials of a user within one organization (ACC-70 to ACC-85). */

export const presentApiToken = (token: ApiToken): z.infer<typeof apiTokenSchema> => ({
  id: token.id,
  name: token.name,
  tokenPrefix: token.tokenPrefix,
  scopes: token.scopes,
  sandbox: token.sandbox === true,
  lastUsedAt: presentInstantOrNull(token.lastUsedAt),
  expireAt: presentInstantOrNull(token.expireAt),
  revokedAt: presentInstantOrNull(token.revokedAt),
  createdAt: presentInstant(token.createdAt),
});

export const presentNewApiToken = ({ record, key }: NewApiToken): z.infer<typeof newApiTokenSchema> => ({
  ...presentApiToken(record),
  token: key,
});
