import { companyKey, type CompanyId, type Item, type Key } from '../../store/table.ts';
import { childItems, documentKey } from '../../documents/items.ts';
import type { Attachment } from '../../model/attachment.ts';
import { KINDS } from '../../model/kinds.ts';

export type AttachmentItem = Item & { data: Attachment };

/** How many attachments a document has; the limit of the plan is a condition on it. */
export type AttachmentCountItem = Item & { count: number };

/** How many bytes the attachments of a company have. */
export type StorageItem = Item & { bytes: number };

/** The attachments of a document: `INV#<document>#A#<id>`. */
export const ATTACHMENTS = childItems<Attachment>(KINDS.invoice, 'attachment', 'A');

export const removedKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `GONE#${invoiceId}#A#${id}`);

export const countKey = (company: CompanyId, invoiceId: string): Key => documentKey(KINDS.invoice, company, invoiceId, 'A');

export const storageUseKey = (company: CompanyId): Key => companyKey(company, 'STORAGE');

/** Where the bytes lie: no part of a name that somebody chose. */
export const storageKeyOf = (company: CompanyId, invoiceId: string, id: string): string =>
  `companies/${company}/${KINDS.invoice.folder}/${invoiceId}/attachments/${id}`;
