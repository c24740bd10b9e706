import * as z from 'zod';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { conflict, gone, validation } from '#shared/base/kernel/errors.ts';
import { id } from '#shared/base/kernel/fields.ts';
import type { ExportJob } from '#shared/documents/invoices/export/model.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import {
  type CompanyPurge,
  hasBegun,
  newRelease,
  purgeDue,
  type PurgeItem,
  purgeKey,
  type PurgeRelease,
  readPurge,
} from '#shared/records/parties/companies/purge-record.ts';
import { changed, hasVersion } from '#shared/platform/store/change-item.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type CompanyId, type Item } from '#shared/platform/store/table.ts';
import { type Commit, put, retryOnContention } from '#shared/platform/store/transact.ts';
import { readRetainedInvoices, type RetainedInvoice } from './retention.ts';

/** Releases documents of a deleted company for erasure although they are in their retention period, and revokes such a release. */

const releaseFields = {
  /** An export of the company. Together with its other exports, it must contain all invoices in their retention period. */
  archiveExportId: id().optional(),
};

/** Body of a deletion: empty, the id of an exported archive, or the confirmation that none is wanted. */
export const removeBody = z
  .object({ ...releaseFields, confirm: z.enum(['no_archive'], 'must be no_archive').optional() })
  .refine(({ archiveExportId, confirm }) => archiveExportId === undefined || confirm === undefined, {
    path: ['confirm'],
    message: 'must not be given along with archiveExportId',
  })
  .meta({ id: 'CompanyRemoval' });

/** Body of a later release; `keep` revokes it. */
export const releaseBody = z
  .object({ ...releaseFields, confirm: z.enum(['no_archive', 'keep'], 'must be no_archive or keep').optional() })
  .refine(({ archiveExportId, confirm }) => (archiveExportId === undefined) !== (confirm === undefined), {
    path: ['confirm'],
    message: 'one of archiveExportId and confirm must be given',
  })
  .meta({ id: 'CompanyRelease' });

export type ReleaseRequest = Partial<z.output<typeof releaseBody>>;

/** Number of invoices in their retention period, and the ids of those that no completed export contains. */
export interface Retained {
  count: number;
  notArchived: string[];
}

interface ArchivedDocuments extends Retained {
  /** Ids of the company's completed exports. */
  exportIds: string[];
}

const NOTHING_RETAINED: ArchivedDocuments = { count: 0, notArchived: [], exportIds: [] };

/** Reads which invoices are still to be exported. @param record the company, which may be deleted */
async function readRetained(record: Company): Promise<ArchivedDocuments> {
  const company = record.id;
  const [retained, exports] = await Promise.all([readRetainedInvoices(company, record, today()), completedExports(company)]);
  const archived = new Set(exports.flatMap(({ invoiceIds }) => invoiceIds));
  return {
    count: retained.length,
    notArchived: retained
      .filter(one => !archived.has(one.id) && !exports.some(job => isInArchive(one, job, record)))
      .map(({ id: notArchived }) => notArchived),
    exportIds: exports.map(one => one.id),
  };
}

/**
 * Whether an archive of a period has a document for certain: those of the period that have not changed since it was asked for. What changes
 * while it is made may be missing; of a deleted company nothing changes but the names of files. Pure.
 */
export const isInArchive = (
  { issueDate, updatedAt }: Pick<RetainedInvoice, 'issueDate' | 'updatedAt'>,
  { archive, createdAt }: Pick<ExportJob, 'archive' | 'createdAt'>,
  { deletedAt }: Pick<Company, 'deletedAt'>,
): boolean =>
  archive !== undefined &&
  archive.from <= issueDate &&
  issueDate <= archive.to &&
  (updatedAt <= createdAt || (deletedAt !== null && deletedAt <= createdAt));

/** The completed exports of a company that contain files (XML or PDF). */
async function completedExports(company: CompanyId): Promise<ExportJob[]> {
  const items = await queryItems<Item & { data: ExportJob }>({ partition: companyPartition(company), beginsWith: 'EXPORT#' });
  return items.map(({ data }) => data).filter(({ status, include }) => status === 'completed' && (include.xml || include.pdf));
}

/**
 * The release that a request makes of documents in their retention period.
 *
 * @returns null when the request releases nothing
 * @throws 422 for an id that is no completed export of the company, and while an invoice is in no export
 */
export const releaseOf = async (record: Company, request: ReleaseRequest, by: PersonRef): Promise<PurgeRelease | null> =>
  // Nothing that a sandbox company made has to be retained.
  record.sandbox
    ? newRelease(by, null)
    : decideRelease(request, by, request.archiveExportId === undefined ? NOTHING_RETAINED : await readRetained(record));

function decideRelease(
  { archiveExportId, confirm }: ReleaseRequest,
  by: PersonRef,
  { exportIds, notArchived }: ArchivedDocuments,
): PurgeRelease | null {
  if (confirm === 'no_archive') return newRelease(by, null);
  if (archiveExportId === undefined) return null;
  if (!exportIds.includes(archiveExportId))
    throw validation('The company has no completed export with this id.', { archiveExportId: ['must be a completed export'] });
  if (notArchived.length > 0) {
    const message = `${notArchived.length} invoices are in no archive; export them too, or confirm no_archive`;
    throw validation('The archive is not complete.', { archiveExportId: [message] });
  }
  return newRelease(by, archiveExportId);
}

/** A deletion, with the invoices in their retention period. */
export interface Deletion {
  purge: CompanyPurge;
  retained: Retained;
}

/** The deletion of a company. @throws 409 when it is not deleted */
export async function readDeletion(record: Company): Promise<Deletion> {
  const [{ data: purge }, retained] = await Promise.all([deletionOf(record.id), readRetained(record)]);
  return { purge, retained: hasBegun(purge) ? { count: 0, notArchived: [] } : retained };
}

async function deletionOf(company: CompanyId): Promise<PurgeItem> {
  const item = await readPurge(company);
  if (!item) throw conflict('The company is not deleted.', { reason: 'not_deleted' });
  return item;
}

/**
 * Releases documents of a deleted company, or revokes that. The owners get a mail immediately; released documents are erased 30
 * days later.
 *
 * @throws 409 when the company is not deleted; 410 when its data are being erased; 422 when the archive is not complete
 */
export async function releaseDocuments(
  record: Company,
  request: ReleaseRequest,
  by: PersonRef,
  commit: Commit<Deletion>,
): Promise<Deletion> {
  const company = record.id;
  const [loaded, retained] = await Promise.all([deletionOf(company), readRetained(record)]);
  const release = decideRelease(request, by, retained);
  return retryOnContention(async attempt => {
    const item = attempt === 0 ? loaded : await deletionOf(company);
    if (hasBegun(item.data)) throw gone('The data of the company are being erased.');
    // `announced: null` makes the next run mail the owners again.
    const purge: CompanyPurge = { ...item.data, release, announced: null };
    const next = changed(item, { after: purge, due: purgeDue(company, instant()) });
    return commit([put({ ...next, ...purgeKey(company) }, hasVersion(item.version))], { purge, retained });
  });
}
