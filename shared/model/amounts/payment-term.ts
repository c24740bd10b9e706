import { isCreditNoteXml } from './document-figures.ts';
import { isConsumer } from '../identifiers.ts';
import type { InvoiceDocument } from '../invoice.ts';

/**
 * The term of payment of a document that states none: BR-CO-25 wants one on the e-invoice, and the PDF says the same. Between
 * businesses it is the term of the law, 30 days (Legea 72/2013, art. 3). That law is not for consumers; what has no term is due at once
 * (Cod civil, art. 1495).
 */
export type DefaultTerm = 'legal' | 'onReceipt';

type Termed = Pick<InvoiceDocument, 'dueDate' | 'paymentTerms' | 'client'> & Parameters<typeof isCreditNoteXml>[0];

/** Undefined for a document with a due date or terms of its own, and for a credit note. Pure. */
export function defaultTermOf(document: Termed): DefaultTerm | undefined {
  if (document.dueDate !== null || document.paymentTerms?.trim() || isCreditNoteXml(document)) return undefined;
  return document.client && isConsumer(document.client) ? 'onReceipt' : 'legal';
}
