import * as z from 'zod';
import { instant } from '#shared/base/kernel/schema.ts';

/** Response schema of an announced upload. */

export const uploadSchema = z
  .object({
    uploadId: z.string(),
    url: z.url(),
    fields: z.record(z.string(), z.string()),
    maxBytes: z.number(),
    expiresAt: instant(),
  })
  .meta({ id: 'AttachmentUpload' });
