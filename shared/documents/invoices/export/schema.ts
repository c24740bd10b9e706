import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';

/** Response schema of an export (OUT-80 to OUT-84). */
export const exportSchema = z
  .object({
    exportId: uuid(),
    status: z.enum(['queued', 'processing', 'completed', 'failed', 'expired']),
    totalInvoices: z.number(),
    progress: z.number(),
    estimatedCompletionTime: instant().nullable(),
    createdAt: instant(),
    statusUrl: z.url(),
    filename: z.string().optional(),
    downloadUrl: z.url().optional(),
    expiresAt: instant().optional(),
    fileSize: z.number().optional(),
    filesIncluded: z.object({ pdf: z.number(), xml: z.number(), csv: z.number() }).optional(),
    completedAt: instant().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'Export' });
