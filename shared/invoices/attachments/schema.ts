import * as z from 'zod';

/** Response schema of an announced upload. */

export const uploadSchema = z.object({
  uploadId: z.string(),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  maxBytes: z.number(),
  expiresAt: z.string(),
});
