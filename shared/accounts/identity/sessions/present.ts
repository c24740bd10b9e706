import type * as z from 'zod';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import type { sessionSchema } from './schema.ts';
import type { SessionItem } from './store.ts';

/** @param current the id of the session that sent the request; null for a request without one */
export const presentSession = ({ data, expiresAt }: SessionItem, current: string | null): z.infer<typeof sessionSchema> => ({
  id: data.id,
  userAgent: data.userAgent ?? null,
  createdAt: presentInstant(data.createdAt),
  lastUsedAt: presentInstant(data.rotatedAt),
  expiresAt: presentInstant(new Date(expiresAt * 1000).toISOString()),
  current: data.id === current,
});
