import * as z from 'zod';

/** Response schema of an export (completions-documents §1.14). */
export const exportSchema = z.object({
  exportId: z.string(),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'expired']),
  totalInvoices: z.number(),
  progress: z.number(),
  estimatedCompletionTime: z.string().nullable(),
  createdAt: z.string(),
  statusUrl: z.string(),
  filename: z.string().optional(),
  downloadUrl: z.string().optional(),
  expiresAt: z.string().optional(),
  fileSize: z.number().optional(),
  filesIncluded: z.object({ pdf: z.number(), xml: z.number(), csv: z.number() }).optional(),
  completedAt: z.string().optional(),
  error: z.string().optional(),
});
