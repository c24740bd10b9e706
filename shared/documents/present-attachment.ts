import * as z from 'zod';
import { shownInstant } from '../kernel/clock.ts';
import type { Attachment } from '../model/attachment.ts';

/** An attachment as the contract shows it (interface.md §Invoice attachment). */
export const attachmentSchema = z.object({
  id: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number(),
  uploadedAt: z.string(),
  uploadedBy: z.object({ id: z.string().nullable(), name: z.string() }),
  description: z.string().nullable(),
});

export const presentAttachment = ({ id, filename, mimeType, size, uploadedAt, uploadedBy, description }: Attachment) => ({
  id,
  filename,
  mimeType,
  size,
  uploadedAt: shownInstant(uploadedAt),
  uploadedBy: { id: uploadedBy.id, name: uploadedBy.name },
  description,
});
