import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';

/** A session in responses to its user. */
export const sessionSchema = z
  .object({
    id: uuid(),
    /** `User-Agent` of the client at the login. */
    userAgent: z.string().nullable(),
    createdAt: instant(),
    /** When the session was last refreshed; the time of the login before the first refresh. */
    lastUsedAt: instant(),
    /** When the session expires unless it is refreshed. */
    expiresAt: instant(),
    /** Whether this session sent the request. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
