import { type CreditNoteContext, presentCreditNote } from '#shared/documents/credit-notes/present.ts';
import { presentInvoice } from './invoice.ts';
import type { StoredInvoice } from '../read.ts';

/** The response body of endpoints for invoices and credit notes; each kind has its own shape. */

export const presentDocument = (stored: StoredInvoice, context?: CreditNoteContext) =>
  stored.document.isCreditNote
    ? presentCreditNote(stored, context)
    : presentInvoice(stored, context && { nextNumber: context.nextNumber });
