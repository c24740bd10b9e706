import { environment } from '#shared/platform/aws/environment.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { keyText } from '#shared/platform/store/key-text.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { VersionedItem } from '#shared/platform/store/change-item.ts';
import type { Lease } from '#shared/platform/store/lease.ts';
import { companyKey, type CompanyId, type Item, type Key } from '#shared/platform/store/table.ts';
import type { AccountRule } from '#shared/model/accounting/accounts.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Decimals } from './table-csv.ts';
import type { ProgramName } from './hand-over/programs/index.ts';

/** Exports of documents as ZIP archives, which a worker makes (OUT-80 to OUT-84). Item `C#<company>` / `EXPORT#<id>`. */

export const FOLDER_STRUCTURES = ['flat', 'by-client', 'by-month', 'by-series'] as const;
export type FolderStructure = (typeof FOLDER_STRUCTURES)[number];

export interface FilesIncluded {
  pdf: number;
  xml: number;
  csv: number;
  /** The authority's archives. Absent in exports that are older than this field. */
  signed?: number;
  attachments?: number;
}

export interface ExportJob extends Lease {
  id: string;
  companyId: CompanyId;
  status: 'queued' | 'processing' | 'completed' | 'failed';
  invoiceIds: string[];
  /** The last two are absent in exports that are older than these fields. */
  include: { pdf: boolean; xml: boolean; csv: boolean; signed?: boolean; attachments?: boolean };
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
  /** Which of the slots of the company the export holds while it runs (0 to `SLOTS` - 1; `ARCHIVE_SLOT` for an archive of a period). */
  slot: number;
  /** Set for an archive of a period, whose `invoiceIds` is empty. */
  archive?: PeriodArchive;
}

/**
 * An archive of the documents whose date of issue lies in a period, in volumes (OUT-107 to OUT-118). A run of the worker makes one volume,
 * and the last one the main file.
 */
export interface PeriodArchive {
  from: string;
  to: string;
  /** Number of its documents; null until they are counted. */
  total: number | null;
  /** The number of the next run. A message of an earlier one is out of date. */
  run: number;
  /** Tries of this run so far. */
  tries: number;
  /** The position of the last document of which all files are in a volume (sort key of `gsi1`); empty at the beginning. */
  after: string;
  /** The id of the last attachment of the next document that is in a volume, if the document did not fit into one. */
  afterAttachment: string | null;
  /** Whether no document is left, so that the next run makes the main file. */
  isWhole: boolean;
  volumes: Volume[];
  /** Number of documents that cannot be read. */
  damaged: number;
  included: Required<FilesIncluded>;
  /** SHA-256 of `manifest.json` of the main file; null until it is made. */
  manifest: string | null;
  /** Set for a hand-over file (OUT-119): `volumes` are its parts, which nobody downloads. */
  handOver?: HandOver;
}

/** A file of the period for an accounting program, in place of the documents' files. */
export interface HandOver {
  program: ProgramName;
  decimals: Decimals;
  /** The accounts of the company when its first part was made, so that all parts have the same. */
  rules: readonly AccountRule[] | null;
}

/** A stored volume. */
export interface Volume {
  /** Size of the ZIP. */
  bytes: number;
  sha256: string;
  /** SHA-256 of its `manifest.json`. */
  manifest: string;
  /** Number of documents that begin in it. */
  documents: number;
}

/** Number of documents that the volumes of an archive have so far. Pure. */
export const documentsOf = ({ volumes }: PeriodArchive): number => volumes.reduce((sum, { documents }) => sum + documents, 0);

export type ExportItem = VersionedItem<ExportJob>;

/** Longer than the timeout of the worker, and not longer than the visibility timeout of its queue. */
export const LEASE_SECONDS = 320;

/** For how long an archive can be downloaded; the bucket deletes files a day later. */
export const AVAILABLE_SECONDS = 7 * 86_400;

/** The most exports of a company that run at the same time. */
export const SLOTS = 2;

/** The slot of archives of a period: one of them runs at a time, beside the other exports. */
export const ARCHIVE_SLOT = SLOTS;

export const exportKey = (company: CompanyId, id: string): Key => companyKey(company, `EXPORT#${id}`);
export const fileKey = (company: CompanyId, filename: string): Key => companyKey(company, `EXPORTFILE#${keyText(filename)}`);
export const slotKey = (company: CompanyId, slot: number): Key => companyKey(company, `EXPORTSLOT#${slot}`);
export const dayKey = (company: CompanyId, day: string): Key => companyKey(company, `EXPORTDAY#${day}`);

export const downloadAddress = ({ filename }: Pick<ExportJob, 'filename'>): string =>
  `${environment('apiUrl')}/api/v1/exports/${filename}`;

/**
 * The bucket keys of a volume, and of its rows of the index. A volume that is made again has other keys: what a record names is never
 * replaced. Pure.
 *
 * @param number from 1
 */
export function volumeKeys(
  { companyId, id }: Pick<ExportJob, 'companyId' | 'id'>,
  number: number,
  sha256: string,
): { zip: string; rows: string } {
  const base = `exports/${companyId}/${id}/v${String(number).padStart(3, '0')}-${sha256.slice(0, 16)}`;
  return { zip: `${base}.zip`, rows: `${base}.csv` };
}

/** The bucket key of a part of a hand-over file. Pure. @param number from 1 */
export const partKey = (job: Pick<ExportJob, 'companyId' | 'id'>, number: number, sha256: string): string =>
  volumeKeys(job, number, sha256).rows.replace(/csv$/, 'json');

/** The file name of a volume, by that of the main file: `archive-….v001.zip`. @param number from 1 */
export const volumeName = (filename: string, number: number): string =>
  filename.replace(/\.zip$/, `.v${String(number).padStart(3, '0')}.zip`);

/** The file that a name of this form is a volume of, and the number of the volume; undefined for other names. Pure. */
export function volumeNamed(filename: string): { filename: string; number: number } | undefined {
  const [, main, number] = /^(archive-.+)\.v(\d{3,4})\.zip$/.exec(filename) ?? [];
  return main === undefined ? undefined : { filename: `${main}.zip`, number: Number(number) };
}

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
