import { companyKey, type CompanyId, type Item, type Key } from '#shared/platform/store/table.ts';
import { childItems, documentKey } from '#shared/documents/common/items.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import { KINDS } from '#shared/model/kinds.ts';

export type AttachmentItem = Item & { data: Attachment };

/** The number of attachments of a document. */
export type AttachmentCountItem = Item & { count: number };

/** The total size in bytes of all attachments of a company. */
export type StorageItem = Item & { bytes: number };

/** The attachments of a document: one item each, with the sort key `INV#<document>#A#<id>`. */
export const ATTACHMENTS = childItems<Attachment>(KINDS.invoice, 'attachment', 'A');

export const removedKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `GONE#${invoiceId}#A#${id}`);

export const countKey = (company: CompanyId, invoiceId: string): Key => documentKey(KINDS.invoice, company, invoiceId, 'A');

export const storageUseKey = (company: CompanyId): Key => companyKey(company, 'STORAGE');

/** The bucket key of the bytes. It contains nothing that a user chose. */
export const storageKeyOf = (company: CompanyId, invoiceId: string, id: string): string =>
  `companies/${company}/${KINDS.invoice.folder}/${invoiceId}/attachments/${id}`;
