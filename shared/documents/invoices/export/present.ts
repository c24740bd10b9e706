import { environment } from '#shared/platform/aws/environment.ts';
import { instantIn, presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { downloadAddress, type ExportJob, statusOf } from './model.ts';

/** Estimated seconds per document whose PDF has to be rendered; only `estimatedCompletionTime` uses them. */
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
    estimatedCompletionTime: open ? presentInstant(instantIn(1 + (total - job.done) * SECONDS_EACH)) : null,
    createdAt: presentInstant(job.createdAt),
    statusUrl: `${environment('apiUrl')}/api/v1/exports/${job.id}`,
    ...(job.expiresAt !== null && {
      filename: job.filename,
      downloadUrl: downloadAddress(job),
      expiresAt: presentInstant(job.expiresAt),
      fileSize: job.fileSize ?? 0,
      filesIncluded: { pdf: 0, xml: 0, csv: 0, ...job.filesIncluded },
    }),
    ...(job.completedAt !== null && { completedAt: presentInstantOrNull(job.completedAt) ?? '' }),
    ...(job.error !== null && { error: job.error }),
  };
}
