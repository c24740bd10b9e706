import { decimal } from '../kernel/money.ts';
import type { DocumentRef } from './document.ts';
import type { Invoice, InvoiceDocument, PrecedingInvoice } from './invoice.ts';
import { isSelfBilled } from './roles.ts';

/** The earlier documents that a document refers to (BG-3). Pure. */

/** The document that it was made for, then those that were typed; each once. */
export function precedingInvoices({
  parentDocument,
  precedingInvoices: typed = [],
}: Pick<InvoiceDocument, 'parentDocument' | 'precedingInvoices'>): PrecedingInvoice[] {
  const parent = parentDocument ? [{ number: parentDocument.number, issueDate: parentDocument.issueDate }] : [];
  return [...parent, ...typed].filter((one, place, all) => all.findIndex(other => isSame(one, other)) === place);
}

const isSame = (one: PrecedingInvoice, other: PrecedingInvoice): boolean =>
  one.number === other.number && one.issueDate === other.issueDate;

/** Why a document refers to earlier ones: it corrects them, settles the advances that they asked for, or follows them. */
export type PrecedingRole = 'corrected' | 'advance' | 'preceding';

/** UNTDID 1001: credit note, corrective invoice, corrected invoice. */
const CORRECTING_TYPES: ReadonlySet<string> = new Set(['381', '383', '384']);

/**
 * What the earlier documents of a document are to it. A credit note, a corrected invoice and a negative total correct them. Any other
 * invoice with a negative line takes off what was invoiced before: the advance. The rest only follow.
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

/** A document as others refer to it (BG-3). */
export const referenceTo = ({ id, number, issueDate, total, currency, exchangeRate }: Invoice): DocumentRef => ({
  id,
  number,
  issueDate,
  total,
  currency,
  exchangeRate,
});

/** What a document says of the one that it refers to as its parent; a correction of a self-billed document is self-billed too. */
export const parentFields = (parent: Invoice): Pick<Invoice, 'parentDocumentId' | 'parentDocument' | 'selfBilled'> => ({
  parentDocumentId: parent.id,
  parentDocument: referenceTo(parent),
  ...(isSelfBilled(parent) && { selfBilled: true }),
});
