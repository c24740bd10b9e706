import * as z from 'zod';

/** What answers show of attachments and their upload. */

export const uploadSchema = z.object({
  uploadId: z.string(),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  maxBytes: z.number(),
  expiresAt: z.string(),
});
