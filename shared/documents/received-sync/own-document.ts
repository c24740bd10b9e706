import { numberGuardKey } from '#shared/documents/common/numbering.ts';
import type { InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { invoiceOfUpload } from '#shared/documents/invoices/submission/upload-index.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { comparedCui } from '#shared/records/parties/clients/store.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item } from '#shared/platform/store/table.ts';
import type { TaxauthMessage } from './messages/model.ts';

/** The company's document that a message about a sent document refers to, found by upload index, else by number and receiver. */
export async function ownDocument(message: TaxauthMessage, content: InvoiceContent): Promise<Invoice | undefined> {
  const company = message.companyId;
  const [uploaded, guards] = await Promise.all([
    invoiceOfUpload(company, message.listed.uploadIndex),
    getItems<Item & { row: { invoiceId: string } }>(numberKeys(company, content.number)),
  ]);
  if (uploaded) return uploaded;
  const ids = guards.flatMap(guard => (guard ? [guard.row.invoiceId] : []));
  const headers = await Promise.all(ids.map(id => readInvoiceHeader(company, id)));
  return headers.find(header => header !== undefined && isSame(header, message, content));
}

const numberKeys = (company: CompanyId, number: string) =>
  [...new Set([KINDS.invoice, KINDS.credit_note].map(kind => numberGuardKey(kind, number)))].map(sortKey =>
    companyKey(company, sortKey),
  );

function isSame(ours: Invoice, { listed }: TaxauthMessage, content: InvoiceContent): boolean {
  if (ours.taxauthUploadIndex === listed.uploadIndex) return true;
  const [own, stated] = [ours.client?.cif ?? ours.receiverCif, content.client?.cif ?? null];
  return ours.isCreditNote === content.isCreditNote && (own && comparedCui(own)) === (stated && comparedCui(stated));
}
