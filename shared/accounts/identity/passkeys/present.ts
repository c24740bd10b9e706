import type * as z from 'zod';
import type { Passkey } from './model.ts';
import type { passkeySchema } from './schema.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): z.infer<typeof passkeySchema> => ({
  id,
  name,
  createdAt: presentInstant(createdAt),
  lastUsedAt: presentInstantOrNull(lastUsedAt),
});
