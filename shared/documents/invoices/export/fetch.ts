import { type Download, readDownload } from '#shared/output/files/download.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { gone, notFound } from '#shared/base/kernel/errors.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type ExportJob, readExport, readExportByName, statusOf, volumeKeys, volumeNamed } from './model.ts';

/** A stored file of a completed export. */
interface StoredFile {
  key: string;
  size: number;
  filename: string;
}

/**
 * The export that a path names by its id, or by the file name of its archive or of one of its volumes, and then the file.
 *
 * @throws 404; 410 when the archive has expired
 */
export async function findExport(company: CompanyId, named: string): Promise<{ job: ExportJob; file?: StoredFile }> {
  const asFile = named.endsWith('.zip');
  const volume = volumeNamed(named);
  const [job] = await Promise.all([
    asFile
      ? readExportByName(company, volume?.filename ?? named)
      : isId(named)
        ? readExport(company, named.toLowerCase())
        : undefined,
    // `readArchive` needs it next.
    asFile && loadMeanwhile(() => import('#shared/platform/aws/read-file.ts')),
  ]);
  if (!job) throw notFound('Export');
  if (!asFile) return { job };
  const status = statusOf(job);
  if (status === 'expired') throw gone('The archive has expired; create a new export.');
  if (status !== 'completed') throw notFound('Export');
  if (!volume) return { job, file: { key: job.storageKey, size: job.fileSize ?? 0, filename: job.filename } };
  const stored = job.archive?.volumes[volume.number - 1];
  if (!stored) throw notFound('Export');
  return { job, file: { key: volumeKeys(job, volume.number, stored.sha256).zip, size: stored.bytes, filename: named } };
}

/** The download of a file of a completed export. */
export const readArchive = ({ key, size, filename }: StoredFile): Promise<Download> =>
  readDownload({ key, size, contentType: 'application/zip', disposition: attachment(filename) });
