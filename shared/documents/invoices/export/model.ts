import { environment } from '#shared/platform/aws/environment.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { keyText } from '#shared/platform/store/key-text.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { VersionedItem } from '#shared/platform/store/change-item.ts';
import type { Lease } from '#shared/platform/store/lease.ts';
import { companyKey, type CompanyId, type Item, type Key } from '#shared/platform/store/table.ts';
import type { PersonRef } from '#shared/model/document.ts';

/** Exports of documents as ZIP archives, which a worker makes (OUT-80 to OUT-84). Item `C#<company>` / `EXPORT#<id>`. */

export const FOLDER_STRUCTURES = ['flat', 'by-client', 'by-month', 'by-series'] as const;
export type FolderStructure = (typeof FOLDER_STRUCTURES)[number];

export interface FilesIncluded {
  pdf: number;
  xml: number;
  csv: number;
}

export interface ExportJob extends Lease {
  id: string;
  companyId: CompanyId;
  status: 'queued' | 'processing' | 'completed' | 'failed';
  invoiceIds: string[];
  include: { pdf: boolean; xml: boolean; csv: boolean };
  folderStructure: FolderStructure;
  requestedBy: PersonRef;
  filename: string;
  /** Number of documents that are in the archive already. */
  done: number;
  createdAt: string;
  completedAt: string | null;
  expiresAt: string | null;
  fileSize: number | null;
  filesIncluded: FilesIncluded | null;
  storageKey: string;
  error: string | null;
  /** Which of the slots of the company the export holds while it runs (0 to `SLOTS` - 1). */
  slot: number;
}

export type ExportItem = VersionedItem<ExportJob>;

/** The most exports of a company that run at the same time. */
export const SLOTS = 2;

export const exportKey = (company: CompanyId, id: string): Key => companyKey(company, `EXPORT#${id}`);
export const fileKey = (company: CompanyId, filename: string): Key => companyKey(company, `EXPORTFILE#${keyText(filename)}`);
export const slotKey = (company: CompanyId, slot: number): Key => companyKey(company, `EXPORTSLOT#${slot}`);
export const dayKey = (company: CompanyId, day: string): Key => companyKey(company, `EXPORTDAY#${day}`);

export const downloadAddress = ({ filename }: ExportJob): string => `${environment('apiUrl')}/api/v1/exports/${filename}`;

/** The status as callers see it: a completed export is `expired` from `expiresAt` on. */
export const statusOf = ({ status, expiresAt }: ExportJob, at: string = instant()): ExportJob['status'] | 'expired' =>
  status === 'completed' && expiresAt !== null && expiresAt <= at ? 'expired' : status;

/** An export; undefined when the company has none of this id. One read. */
export const readExport = async (company: CompanyId, id: string): Promise<ExportJob | undefined> =>
  (await getItem<ExportItem>(exportKey(company, id)))?.data;

/** The export whose archive has this name. Two reads, one after the other. */
export async function readExportByName(company: CompanyId, filename: string): Promise<ExportJob | undefined> {
  const lookup = await getItem<Item & { exportId: string }>(fileKey(company, filename));
  return lookup && readExport(company, lookup.exportId);
}
