import { type CreditNoteContext, presentCreditNote } from '../../credit-notes/present.ts';
import { presentInvoice } from './invoice.ts';
import type { StoredInvoice } from '../read.ts';

/** What the endpoints of both kinds of document answer: each kind has its shape. */

/** An invoice or a credit note. */
export const presentDocument = (stored: StoredInvoice, context?: CreditNoteContext) =>
  stored.document.isCreditNote
    ? presentCreditNote(stored, context)
    : presentInvoice(stored, context && { nextNumber: context.nextNumber });
