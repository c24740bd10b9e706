import { fileName } from '#shared/output/files/file-name.ts';
import { monthOf } from '#shared/base/kernel/dates.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { FolderStructure } from './model.ts';

/** The paths of files in an archive. Pure. */

const FOLDER: Record<FolderStructure, (invoice: Invoice) => string | null> = {
  flat: () => null,
  'by-client': invoice => invoice.client?.name ?? invoice.receiverName ?? 'no client',
  'by-month': invoice => monthOf(invoice.issueDate),
  'by-series': invoice => invoice.series?.name ?? 'no series',
};

/** A path segment that every file system accepts and that cannot leave the folder of the archive. */
export const pathPart = (name: string): string => fileName(fileName(name).slice(0, 100));

/** The folder of a document in an archive of the documents of a request; none in a flat one. */
export const folderOf = (structure: FolderStructure, invoice: Invoice): string[] => {
  const folder = FOLDER[structure](invoice);
  return folder === null ? [] : [pathPart(folder)];
};

/** Names one file after the other: `invoice` names the file, `extension` is its end without the first dot. */
export type PathOf = (invoice: Invoice, extension: string) => string;

/** Returns a function that names files one after the other; it appends a number to a name that is taken already. */
export const archivePaths = (structure: FolderStructure): PathOf => {
  const unique = uniquePaths();
  return (invoice, extension) => unique([...folderOf(structure, invoice), pathPart(invoice.number)].join('/'), extension);
};

/** Returns a function that makes paths unique: it appends a number to one that is taken already. */
export function uniquePaths(): (base: string, extension: string) => string {
  const taken = new Set<string>();
  /** By name, the number to try next, so that many files of one name do not each count from 1. */
  const next = new Map<string, number>();
  return (base, extension) => {
    const name = `${base}.${extension}`.toLowerCase();
    for (let number = next.get(name) ?? 1; ; number++) {
      const path = `${base}${number > 1 ? ` (${number})` : ''}.${extension}`;
      // On case-insensitive file systems, one file would overwrite the other.
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      next.set(name, number);
      return path;
    }
  };
}
