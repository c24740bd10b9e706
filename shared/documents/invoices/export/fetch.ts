import { type Download, readDownload } from '#shared/output/files/download.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { gone, notFound } from '#shared/base/kernel/errors.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type ExportJob, readExport, readExportByName, statusOf } from './model.ts';

/** The export that a path names by its id, or by the file name of its archive. @throws 404; 410 when the archive has expired */
export async function findExport(company: CompanyId, named: string): Promise<{ job: ExportJob; asFile: boolean }> {
  const asFile = named.endsWith('.zip');
  const [job] = await Promise.all([
    asFile ? readExportByName(company, named) : isId(named) ? readExport(company, named.toLowerCase()) : undefined,
    // `readArchive` needs it next.
    asFile && loadMeanwhile(() => import('#shared/platform/aws/read-file.ts')),
  ]);
  if (!job) throw notFound('Export');
  if (asFile) {
    const status = statusOf(job);
    if (status === 'expired') throw gone('The archive has expired; create a new export.');
    if (status !== 'completed') throw notFound('Export');
  }
  return { job, asFile };
}

/** The download of the archive of a completed export. */
export const readArchive = (job: ExportJob): Promise<Download> =>
  readDownload({
    key: job.storageKey,
    size: job.fileSize ?? 0,
    contentType: 'application/zip',
    disposition: attachment(job.filename),
  });
