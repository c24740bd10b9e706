import type { Invoice } from '../../model/invoice.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, type Item } from '../../store/table.ts';
import { put, type Write } from '../../store/transact.ts';
import { readInvoiceHeader } from '../header.ts';

/** Which document the authority knows by the index of an upload: its messages about errors and of buyers name nothing else. */

interface UploadIndexItem extends Item {
  invoiceId: string;
}

const uploadIndexKey = (company: CompanyId, uploadIndex: string) => companyKey(company, `UPLOADED#${uploadIndex}`);

/** The write that notes the document of an upload, sent by the company or received by it. */
export const uploadIndexWrite = (company: CompanyId, uploadIndex: string, invoiceId: string): Write =>
  put({ ...uploadIndexKey(company, uploadIndex), kind: 'upload-index', invoiceId });

/** The header of the document that the authority knows by an upload; undefined when none is known. Two reads, one after the other. */
export async function invoiceOfUpload(company: CompanyId, uploadIndex: string): Promise<Invoice | undefined> {
  const item = await getItem<UploadIndexItem>(uploadIndexKey(company, uploadIndex));
  return item && readInvoiceHeader(company, item.invoiceId);
}
