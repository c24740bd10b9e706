import { presentInstant } from '#shared/base/kernel/clock.ts';
import type { Attachment } from '#shared/model/attachment.ts';

export const presentAttachment = ({ id, filename, mimeType, size, uploadedAt, uploadedBy, description }: Attachment) => ({
  id,
  filename,
  mimeType,
  size,
  uploadedAt: presentInstant(uploadedAt),
  uploadedBy: { id: uploadedBy.id, name: uploadedBy.name },
  description,
});
