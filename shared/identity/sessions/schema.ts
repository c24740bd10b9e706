import * as z from 'zod';

/** A session in responses to its user. */
export const sessionSchema = z.object({
  id: z.string(),
  /** `User-Agent` of the client at the login. */
  userAgent: z.string().nullable(),
  createdAt: z.string(),
  /** When the session was last refreshed; the time of the login before the first refresh. */
  lastUsedAt: z.string(),
  /** When the session expires unless it is refreshed. */
  expiresAt: z.string(),
  /** Whether this session sent the request. */
  current: z.boolean(),
});
