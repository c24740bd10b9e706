import { environment } from '#shared/platform/aws/environment.ts';
import { instantIn, presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { downloadAddress, type ExportJob, type FilesIncluded, statusOf, type Volume, volumeName } from './model.ts';

/** Estimated seconds per document whose PDF has to be rendered; only `estimatedCompletionTime` uses them. */
const SECONDS_EACH = 0.5;

/** As above, of an archive of a period: most PDFs are stored. */
const ARCHIVE_SECONDS_EACH = 0.05;

export function presentExport(job: ExportJob) {
  const { archive } = job;
  const status = statusOf(job);
  const total = archive ? (archive.total ?? 0) : job.invoiceIds.length;
  const left = Math.max(0, total - job.done);
  const open = status === 'queued' || status === 'processing';
  return {
    exportId: job.id,
    status,
    totalInvoices: total,
    progress: progressOf(status, job.done, total),
    estimatedCompletionTime: open ? presentInstant(instantIn(1 + left * (archive ? ARCHIVE_SECONDS_EACH : SECONDS_EACH))) : null,
    createdAt: presentInstant(job.createdAt),
    statusUrl: `${environment('apiUrl')}/api/v1/exports/${job.id}`,
    ...(archive && { period: { from: archive.from, to: archive.to } }),
    ...(archive?.handOver && { program: archive.handOver.program }),
    ...(archive && { done: job.done, damaged: archive.damaged }),
    ...(archive &&
      !archive.handOver && { volumes: archive.volumes.map((volume, place) => presentVolume(job, volume, place + 1)) }),
    ...(archive && archive.manifest !== null && { manifestSha256: archive.manifest }),
    ...(job.expiresAt !== null && {
      filename: job.filename,
      downloadUrl: downloadAddress(job),
      expiresAt: presentInstant(job.expiresAt),
      fileSize: job.fileSize ?? 0,
      filesIncluded: presentIncluded(job.filesIncluded),
    }),
    ...(job.completedAt !== null && { completedAt: presentInstantOrNull(job.completedAt) ?? '' }),
    ...(job.error !== null && { error: job.error }),
  };
}

/** Percent. Documents may have been issued since they were counted. */
function progressOf(status: ReturnType<typeof statusOf>, done: number, total: number): number {
  if (status === 'completed' || status === 'expired') return 100;
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total));
}

function presentVolume(job: ExportJob, { bytes, sha256, documents }: Volume, number: number) {
  const filename = volumeName(job.filename, number);
  return { filename, downloadUrl: downloadAddress({ filename }), fileSize: bytes, sha256, documents };
}

/** Signed originals and attachments are stated where there are any. */
const presentIncluded = (included: FilesIncluded | null) => ({
  ...{ pdf: included?.pdf ?? 0, xml: included?.xml ?? 0, csv: included?.csv ?? 0 },
  ...(included?.signed && { signed: included.signed }),
  ...(included?.attachments && { attachments: included.attachments }),
});
