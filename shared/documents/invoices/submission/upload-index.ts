import type { Invoice } from '#shared/model/invoice.ts';
import { keyText } from '#shared/platform/store/key-text.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item } from '#shared/platform/store/table.ts';
import { put, type Write } from '#shared/platform/store/transact.ts';
import { readInvoiceHeader } from '../header.ts';

/** Finds the document of an upload by its index, the only reference in the authority's messages about errors and from buyers. */

interface UploadIndexItem extends Item {
  invoiceId: string;
}

const uploadIndexKey = (company: CompanyId, uploadIndex: string) => companyKey(company, `UPLOADED#${keyText(uploadIndex)}`);

/** The write that maps an upload to its document, sent or received by the company. */
export const uploadIndexWrite = (company: CompanyId, uploadIndex: string, invoiceId: string): Write =>
  put({ ...uploadIndexKey(company, uploadIndex), kind: 'upload-index', invoiceId });

/** The header of the document of an upload; undefined when there is none. Two reads, one after the other. */
export async function invoiceOfUpload(company: CompanyId, uploadIndex: string): Promise<Invoice | undefined> {
  const item = await getItem<UploadIndexItem>(uploadIndexKey(company, uploadIndex));
  return item && readInvoiceHeader(company, item.invoiceId);
}
