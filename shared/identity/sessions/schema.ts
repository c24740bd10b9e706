import * as z from 'zod';

/** A login, as the person sees it. */
export const sessionSchema = z.object({
  id: z.string(),
  /** What the client called itself at the login. */
  userAgent: z.string().nullable(),
  createdAt: z.string(),
  /** When it was last refreshed. */
  lastUsedAt: z.string(),
  /** When it ends unless it is refreshed before. */
  expiresAt: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
