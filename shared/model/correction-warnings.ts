import { decimal } from '#shared/base/kernel/money.ts';
import { isNegative, type Owed, owedOf } from './amounts/owed.ts';
import type { Invoice, InvoiceDocument } from './invoice.ts';
import { precedingInvoices } from './preceding.ts';

/**
 * Warnings, not errors, for corrected invoices (type 384) and negative totals (TAX-61;
 * Fiscal Code, art. 330 (1)). Pure.
 */

const CORRECTED = '384';

/** Warns of a correcting document that does not name the document that it corrects. */
export function referenceWarnings(document: InvoiceDocument): string[] {
  if (document.isCreditNote || (document.invoiceTypeCode !== CORRECTED && !isNegative(document))) return [];
  if (document.parentDocumentId || precedingInvoices(document).length > 0) return [];
  const what = document.invoiceTypeCode === CORRECTED ? 'a corrected invoice (384)' : 'a negative invoice';
  return [
    `parentDocumentId: ${what} should name what it corrects: give parentDocumentId, or precedingInvoices for documents of another program.`,
  ];
}

type Corrected = Owed & Pick<Invoice, 'id' | 'number' | 'status' | 'creditedAmount'>;

/** Whether `standingWarnings` needs the parent document. */
export const correctsParent = ({ isCreditNote, invoiceTypeCode, parentDocumentId }: InvoiceDocument): boolean =>
  !isCreditNote && invoiceTypeCode === CORRECTED && parentDocumentId !== null;

/**
 * Warns of a corrected invoice that does not reverse the original one, so that both count: it has no negative lines, and the
 * original is neither cancelled nor credited in full. A separate negative invoice that reverses the original is not detected.
 */
export function standingWarnings(document: InvoiceDocument, parent: Corrected | undefined): string[] {
  if (!parent || !correctsParent(document) || parent.id !== document.parentDocumentId) return [];
  const takesBack = document.lines.length === 0 || document.lines.some(line => decimal(line.quantity).lt(0));
  const isReversed = parent.status === 'cancelled' || decimal(parent.creditedAmount).gte(owedOf(parent));
  if (takesBack || isReversed) return [];
  return [
    `invoiceTypeCode: ${parent.number} still counts as well: reverse it with a credit note, or add its lines here with negative quantities.`,
  ];
}
