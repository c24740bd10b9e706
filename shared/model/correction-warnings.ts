import { decimal } from '../kernel/money.ts';
import type { Invoice, InvoiceDocument } from './invoice.ts';
import { precedingInvoices } from './preceding.ts';

/**
 * What is unusual about corrected invoices (384) and negative totals, though they are issued (decisions.md §Fiscal rules, "Corrective
 * and negative documents"; Fiscal Code, art. 330 (1)). Pure.
 */

const CORRECTED = '384';

/** One that names no document that it corrects. */
export function referenceWarnings(document: InvoiceDocument): string[] {
  const isNegative = decimal(document.total).lt(0);
  if (document.isCreditNote || (document.invoiceTypeCode !== CORRECTED && !isNegative)) return [];
  if (document.parentDocumentId || precedingInvoices(document).length > 0) return [];
  const what = document.invoiceTypeCode === CORRECTED ? 'a corrected invoice (384)' : 'a negative invoice';
  return [
    `parentDocumentId: ${what} should name what it corrects: give parentDocumentId, or precedingInvoices for documents of another program.`,
  ];
}

/** What is known of the corrected document. */
type Corrected = Pick<Invoice, 'id' | 'number' | 'status' | 'total' | 'creditedAmount'>;

/** Whether the warning about what stays standing needs the parent's record. */
export const correctsParent = ({ isCreditNote, invoiceTypeCode, parentDocumentId }: InvoiceDocument): boolean =>
  !isCreditNote && invoiceTypeCode === CORRECTED && parentDocumentId !== null;

/**
 * A corrected invoice that leaves the first one standing, so that both count: it takes nothing back, and neither has the first one been
 * cancelled or credited in full. Another negative invoice that does is not known here.
 */
export function standingWarnings(document: InvoiceDocument, parent: Corrected | undefined): string[] {
  if (!parent || !correctsParent(document) || parent.id !== document.parentDocumentId) return [];
  const takesBack = document.lines.length === 0 || document.lines.some(line => decimal(line.quantity).lt(0));
  const isReversed = parent.status === 'cancelled' || decimal(parent.creditedAmount).gte(parent.total);
  if (takesBack || isReversed) return [];
  return [
    `invoiceTypeCode: ${parent.number} counts beside this corrected invoice: reverse it by a credit note, or add its lines here with negative quantities.`,
  ];
}
