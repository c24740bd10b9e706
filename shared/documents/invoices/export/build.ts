import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { changeLeased, takeLease } from '#shared/platform/store/lease.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { isReadable } from '#shared/documents/common/headers.ts';
import { pdfFile } from '#shared/documents/common/files/pdf.ts';
import { invoiceFile } from '../print/identity.ts';
import { readInvoice } from '../read.ts';
import { xmlOf } from '../files/xml.ts';
import { storedAnswer } from '../submission/stored-answer.ts';
import { Archive } from './archive.ts';
import { csvHeader, csvLines } from './csv.ts';
import { finish } from './end.ts';
import { AVAILABLE_SECONDS, type ExportJob, exportKey, type FilesIncluded, LEASE_SECONDS } from './model.ts';
import { archivePaths } from './paths.ts';

/** Documents whose files are read in parallel, and documents after which progress is stored. */
const AT_ONCE = 4;
const NOTED_EVERY = 20;

/**
 * Makes the archive of an accepted export. When a worker dies, the next one makes the archive again under the same key; only the
 * worker that holds the lease records the result.
 *
 * @throws when another worker holds the lease: the queue then delivers the message again
 */
export async function buildExport(companyId: CompanyId, id: string): Promise<void> {
  let item = await takeLease<ExportJob>(exportKey(companyId, id), LEASE_SECONDS, {
    isDone: one => one.status === 'completed' || one.status === 'failed',
    begin: one => ({ after: { ...one, status: 'processing', done: 0 } }),
  });
  if (!item) return;
  const job = item.data;
  const note = async (done: number): Promise<void> => {
    item = item && ((await changeLeased(item, one => ({ after: { ...one, done } }))) ?? item);
  };
  try {
    const { bytes, included } = await archiveOf(companyId, job, note);
    await putFile(job.storageKey, bytes, 'application/zip');
    const completedAt = instant();
    await finish(companyId, item, {
      status: 'completed',
      done: job.invoiceIds.length,
      completedAt,
      expiresAt: instantIn(AVAILABLE_SECONDS, completedAt),
      fileSize: bytes.length,
      filesIncluded: included,
    });
  } catch (error) {
    log.error('Export failed', error, { exportId: id });
    await finish(companyId, item, {
      status: 'failed',
      completedAt: instant(),
      error: 'The archive could not be made; create a new export.',
    });
  }
}

interface Files {
  document: InvoiceDocument;
  pdf: Uint8Array | undefined;
  xml: Uint8Array | undefined;
  /** The authority's archive, with the original that it has signed. */
  signed: Uint8Array | undefined;
}

async function archiveOf(
  company: CompanyId,
  job: ExportJob,
  note: (done: number) => Promise<void>,
): Promise<{ bytes: Buffer; included: FilesIncluded }> {
  const [configuration, record] = await Promise.all([readPdfConfiguration(company), readCompany(company)]);
  const pathOf = archivePaths(job.folderStructure);
  const archive = new Archive();
  const included: FilesIncluded & { signed: number } = { pdf: 0, xml: 0, csv: 0, signed: 0 };
  const table = [csvHeader()];
  const damaged: string[] = [];
  for (let from = 0; from < job.invoiceIds.length; from += AT_ONCE) {
    const ids = job.invoiceIds.slice(from, from + AT_ONCE);
    const files = await Promise.all(
      ids.map(id => unlessDamaged(id, filesOf(company, id, job, configuration, record?.logoPath ?? null))),
    );
    damaged.push(...ids.filter((_, place) => files[place] === 'damaged'));
    for (const { document, pdf, xml, signed } of files.filter(isReadable)) {
      if (pdf) archive.add(pathOf(document, 'pdf'), pdf, document.updatedAt, true);
      if (xml) archive.add(pathOf(document, 'xml'), xml, document.updatedAt);
      if (signed) archive.add(pathOf(document, 'signed.zip'), signed, document.updatedAt, true);
      included.signed += signed ? 1 : 0;
      included.pdf += pdf ? 1 : 0;
      included.xml += xml ? 1 : 0;
      table.push(csvLines([document]));
    }
    const done = from + ids.length;
    if (done % NOTED_EVERY === 0) await note(done);
  }
  if (job.include.csv) {
    archive.add('invoices.csv', Buffer.from(table.join('')), instant());
    included.csv = 1;
  }
  // Without it, the archive would seem complete (OUT-98).
  if (damaged.length > 0) archive.add('damaged.txt', Buffer.from(`${[DAMAGED, ...damaged].join('\n')}\n`), instant());
  return { bytes: await archive.bytes(), included };
}

const DAMAGED = 'Documents that are not in this archive, since their stored data cannot be read. The operator has been informed.';

/** The files of one document; undefined when it was deleted since the export was requested. @throws DamagedItem */
async function filesOf(
  company: CompanyId,
  id: string,
  { include }: ExportJob,
  configuration: PdfTemplateConfiguration,
  logoPath: string | null,
): Promise<Files | undefined> {
  const document = (await readInvoice(company, id))?.document;
  if (!document) return undefined;
  const [pdf, xml, signed] = await Promise.all([
    include.pdf && !document.imported ? pdfFile(invoiceFile(document), configuration, logoPath) : undefined,
    include.xml && document.xmlPath ? xmlOf(document) : undefined,
    include.signed ? storedAnswer(document) : undefined,
  ]);
  return { document, pdf: pdf?.bytes, xml, signed };
}
