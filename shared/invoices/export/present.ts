import * as z from 'zod';
import { environment } from '../../aws/environment.ts';
import { instantIn, shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { downloadAddress, type ExportJob, statusOf } from './model.ts';

/** An export as the contract shows it (completions-documents §1.14). */
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

/** What a document takes, with a PDF that has to be printed: the estimate is one, and the status tells when it is done. */
const SECONDS_EACH = 0.5;

export function presentExport(job: ExportJob) {
  const status = statusOf(job);
  const total = job.invoiceIds.length;
  const open = status === 'queued' || status === 'processing';
  return {
    exportId: job.id,
    status,
    totalInvoices: total,
    progress: status === 'completed' || status === 'expired' ? 100 : Math.floor((100 * job.done) / total),
    estimatedCompletionTime: open ? shownInstant(instantIn(1 + (total - job.done) * SECONDS_EACH)) : null,
    createdAt: shownInstant(job.createdAt),
    statusUrl: `${environment('apiUrl')}/api/v1/exports/${job.id}`,
    ...(job.expiresAt !== null && {
      filename: job.filename,
      downloadUrl: downloadAddress(job),
      expiresAt: shownInstant(job.expiresAt),
      fileSize: job.fileSize ?? 0,
      filesIncluded: job.filesIncluded ?? { pdf: 0, xml: 0, csv: 0 },
    }),
    ...(job.completedAt !== null && { completedAt: shownInstantOrNull(job.completedAt) ?? '' }),
    ...(job.error !== null && { error: job.error }),
  };
}
