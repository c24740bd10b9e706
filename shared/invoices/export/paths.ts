import { cleanFileName } from '../attachments/file-name.ts';
import { monthOf } from '../../kernel/dates.ts';
import { trimmedEnd } from '../../kernel/trim.ts';
import type { Invoice } from '../../model/invoice.ts';
import type { FolderStructure } from './model.ts';

/** Where a document's files lie in an archive. Pure. */

const FOLDER: Record<FolderStructure, (invoice: Invoice) => string | null> = {
  flat: () => null,
  'by-client': invoice => invoice.client?.name ?? invoice.receiverName ?? 'no client',
  'by-month': invoice => monthOf(invoice.issueDate),
  'by-series': invoice => invoice.series?.name ?? 'no series',
};

/** What no file system minds in a name; no part of it leads out of the archive's folder. */
const part = (name: string): string =>
  cleanFileName(trimmedEnd(name.replace(/[\\/:*?"<>|]+/g, '-'), '. '))?.slice(0, 100) ?? 'unnamed';

/** Names files one after the other; two documents of one name get numbers. */
export function archivePaths(structure: FolderStructure): (invoice: Invoice, extension: 'pdf' | 'xml') => string {
  const taken = new Set<string>();
  /** The number that the next document of a name is tried with: many of one name would count from 1 each. */
  const next = new Map<string, number>();
  return (invoice, extension) => {
    const folder = FOLDER[structure](invoice);
    const base = [...(folder === null ? [] : [part(folder)]), part(invoice.number)].join('/');
    const name = `${base}.${extension}`.toLowerCase();
    for (let number = next.get(name) ?? 1; ; number++) {
      const path = `${base}${number > 1 ? ` (${number})` : ''}.${extension}`;
      // File systems that know no case would write one over the other.
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      next.set(name, number);
      return path;
    }
  };
}
