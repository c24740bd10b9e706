import { decimal } from '#shared/base/kernel/money.ts';
import type { DocumentRef } from './document.ts';
import type { Invoice, InvoiceDocument, PrecedingInvoice } from './invoice.ts';
import { isSelfBilled } from './roles.ts';

/** The earlier documents that a document refers to (BG-3). Pure. */

/** The parent document, the advances that the document settles, then those that the caller entered, without duplicates. */
export function precedingInvoices({
  parentDocument,
  draws = [],
  precedingInvoices: typed = [],
}: Pick<InvoiceDocument, 'parentDocument' | 'precedingInvoices' | 'draws'>): PrecedingInvoice[] {
  const parent = parentDocument ? [{ number: parentDocument.number, issueDate: parentDocument.issueDate }] : [];
  const advances = draws.map(({ number, issueDate }) => ({ number, issueDate }));
  return [...parent, ...advances, ...typed].filter((one, place, all) => all.findIndex(other => isSame(one, other)) === place);
}

const isSame = (one: PrecedingInvoice, other: PrecedingInvoice): boolean =>
  one.number === other.number && one.issueDate === other.issueDate;

/** Why a document refers to earlier ones: it corrects them, settles advances invoiced with them, or only follows them. */
export type PrecedingRole = 'corrected' | 'advance' | 'preceding';

/** UNTDID 1001: credit note, corrective invoice, corrected invoice. */
const CORRECTING_TYPES: ReadonlySet<string> = new Set(['381', '383', '384']);

/**
 * The role of the earlier documents that a document refers to. Credit notes, corrected invoices and documents with a negative total
 * correct them. Any other invoice with a negative line settles an advance. All others only follow.
 */
export function precedingRole({
  isCreditNote,
  invoiceTypeCode,
  total,
  lines,
}: Pick<InvoiceDocument, 'isCreditNote' | 'invoiceTypeCode' | 'total' | 'lines'>): PrecedingRole {
  if (isCreditNote || CORRECTING_TYPES.has(invoiceTypeCode) || decimal(total).lt(0)) return 'corrected';
  return lines.some(line => decimal(line.quantity).lt(0)) ? 'advance' : 'preceding';
}

/** A reference to a document (BG-3). */
export const referenceTo = ({ id, number, issueDate, total, currency, exchangeRate }: Invoice): DocumentRef => ({
  id,
  number,
  issueDate,
  total,
  currency,
  exchangeRate,
});

/** The fields of a document about its parent. A correction of a self-billed document is self-billed too. */
export const parentFields = (parent: Invoice): Pick<Invoice, 'parentDocumentId' | 'parentDocument' | 'selfBilled'> => ({
  parentDocumentId: parent.id,
  parentDocument: referenceTo(parent),
  ...(isSelfBilled(parent) && { selfBilled: true }),
});
