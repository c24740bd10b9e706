import { putFile } from '../../aws/documents-bucket.ts';
import { type PdfTemplateConfiguration } from '../../pdf/configuration.ts';
import { readPdfConfiguration } from '../../pdf/configuration-item.ts';
import { readCompany } from '../../access/records.ts';
import { instant, instantIn, now, shownInstant } from '../../kernel/clock.ts';
import { log } from '../../kernel/log.ts';
import { notification } from '../../webhooks/notification.ts';
import { notify } from '../../webhooks/notify.ts';
import { companyScope, type CompanyId } from '../../store/table.ts';
import { remove, type Write } from '../../store/transact.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { pdfFile } from '../../documents/files/pdf.ts';
import { invoiceFile } from '../print/identity.ts';
import { readInvoice } from '../../documents/store.ts';
import { xmlOf } from '../files/xml.ts';
import { Archive } from './archive.ts';
import { csvHeader, csvLines } from './csv.ts';
import { changeExport, downloadAddress, type ExportJob, type FilesIncluded, slotKey } from './model.ts';
import { archivePaths } from './paths.ts';

/** Longer than the worker may run, and not longer than its message stays hidden from others. */
const LEASE_MILLIS = 320_000;
const AVAILABLE_SECONDS = 7 * 86_400;

/** Documents whose files are got side by side, and after which progress is noted. */
const AT_ONCE = 4;
const NOTED_EVERY = 20;

/**
 * Makes the archive of an export that was accepted. Made again when a worker died over it: the archive lies under the export's own
 * key, and the first one to finish says so.
 *
 * @throws when another worker is making it: the queue will deliver the message again.
 */
export async function buildExport(companyId: string, id: string): Promise<void> {
  const company = companyScope(companyId);
  const job = await changeExport(company, id, one => {
    if (one.status === 'completed' || one.status === 'failed') return null;
    const at = now().getTime();
    if (one.leaseUntil > at) throw new Error('Another worker is making this export.');
    return { after: { ...one, status: 'processing', done: 0, leaseUntil: at + LEASE_MILLIS } };
  });
  if (!job) return;
  try {
    const { bytes, included } = await archiveOf(company, job);
    await putFile(job.storageKey, bytes, 'application/zip');
    await finish(company, job, {
      status: 'completed',
      done: job.invoiceIds.length,
      completedAt: instant(),
      expiresAt: instantIn(AVAILABLE_SECONDS),
      fileSize: bytes.length,
      filesIncluded: included,
    });
  } catch (error) {
    log.error('Export failed', error, { exportId: id });
    await finish(company, job, { status: 'failed', completedAt: instant(), error: 'The archive could not be made; try again.' });
  }
}

/** The company's place is another export's: this one's time was over. */
class PlaceTaken extends Error {
  override name = 'PlaceTaken';
}

/** Notes the end of an export, tells the webhooks of an archive, and gives the company's place free. */
async function finish(company: CompanyId, job: ExportJob, end: Partial<ExportJob>): Promise<void> {
  const own = { expression: 'exportId = :id', values: { ':id': job.id } };
  const free = remove(slotKey(company, job.slot), own, () => new PlaceTaken());
  const note = (also: Write[]): Promise<unknown> =>
    changeExport(company, job.id, one => {
      if (one.leaseUntil !== job.leaseUntil || one.status !== 'processing') return null;
      const after = { ...one, ...end };
      const told = { exportId: one.id, downloadUrl: downloadAddress(one), expiresAt: shownInstant(after.expiresAt ?? '') };
      return {
        after,
        also: [...also, ...(after.status === 'completed' ? [notify(company, notification('export.completed', told))] : [])],
      };
    });
  try {
    await note([free]);
  } catch (error) {
    if (!(error instanceof PlaceTaken)) throw error;
    await note([]);
  }
}

interface Gotten {
  document: InvoiceDocument;
  pdf: Uint8Array | undefined;
  xml: string | undefined;
}

async function archiveOf(company: CompanyId, job: ExportJob): Promise<{ bytes: Buffer; included: FilesIncluded }> {
  const [configuration, record] = await Promise.all([readPdfConfiguration(company), readCompany(company)]);
  const pathOf = archivePaths(job.folderStructure);
  const archive = new Archive();
  const included: FilesIncluded = { pdf: 0, xml: 0, csv: 0 };
  const table = [csvHeader()];
  for (let from = 0; from < job.invoiceIds.length; from += AT_ONCE) {
    const ids = job.invoiceIds.slice(from, from + AT_ONCE);
    const gotten = await Promise.all(ids.map(id => filesOf(company, id, job, configuration, record?.logoPath ?? null)));
    for (const { document, pdf, xml } of gotten.filter(one => one !== undefined)) {
      if (pdf) archive.add(pathOf(document, 'pdf'), pdf, document.updatedAt, true);
      if (xml) archive.add(pathOf(document, 'xml'), Buffer.from(xml), document.updatedAt);
      included.pdf += pdf ? 1 : 0;
      included.xml += xml ? 1 : 0;
      table.push(csvLines([document]));
    }
    const done = from + ids.length;
    if (done % NOTED_EVERY === 0) await changeExport(company, job.id, one => ({ after: { ...one, done } }));
  }
  if (job.include.csv) {
    archive.add('invoices.csv', Buffer.from(table.join('')), instant());
    included.csv = 1;
  }
  return { bytes: await archive.bytes(), included };
}

/** The files of one document; undefined when it was deleted meanwhile. */
async function filesOf(
  company: CompanyId,
  id: string,
  { include }: ExportJob,
  configuration: PdfTemplateConfiguration,
  logoPath: string | null,
): Promise<Gotten | undefined> {
  const document = (await readInvoice(company, id))?.document;
  if (!document) return undefined;
  const [pdf, xml] = await Promise.all([
    include.pdf ? pdfFile(invoiceFile(document), configuration, logoPath) : undefined,
    include.xml && document.xmlPath ? xmlOf(document) : undefined,
  ]);
  return { document, pdf: pdf?.bytes, xml };
}
