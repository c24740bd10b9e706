import { companyKey, type CompanyId, type Item, type Key } from '../../store/table.ts';
import type { PersonRef } from '../../model/document.ts';

/**
 * Files that people add to a document (completions-documents §1.9). They lie in the document's partition range, so that whoever
 * reads a document has them; their bytes lie in the bucket. One that was removed leaves its key behind elsewhere: reading it is
 * answered with 410, and the bytes are discarded (outbox/dispatch.ts).
 */
export interface Attachment {
  id: string;
  invoiceId: string;
  /** Cleaned (files/disposition.ts), as downloads are named. */
  filename: string;
  /** Found in the content (sniff.ts), never taken from the caller. */
  mimeType: string;
  /** Bytes. */
  size: number;
  description: string | null;
  storageKey: string;
  uploadedAt: string;
  uploadedBy: PersonRef;
}

export type AttachmentItem = Item & { data: Attachment };

/** How many attachments a document has; the limit of the plan is a condition on it. */
export type AttachmentCountItem = Item & { count: number };

/** How many bytes the attachments of a company have. */
export type StorageItem = Item & { bytes: number };

export const attachmentKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `INV#${invoiceId}#A#${id}`);

export const removedKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `GONE#${invoiceId}#A#${id}`);

export const countKey = (company: CompanyId, invoiceId: string): Key => companyKey(company, `INV#${invoiceId}#A`);

export const storageUseKey = (company: CompanyId): Key => companyKey(company, 'STORAGE');

/** Where the bytes lie: no part of a name that somebody chose. */
export const storageKeyOf = (company: CompanyId, invoiceId: string, id: string): string =>
  `companies/${company}/invoices/${invoiceId}/attachments/${id}`;
