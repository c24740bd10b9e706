import * as z from 'zod';
import { creditNoteSchema, type CreditNoteSurroundings, presentCreditNote } from '../credit-notes/present.ts';
import { invoiceSchema, presentInvoice } from './present.ts';
import type { StoredInvoice } from './store.ts';

/** What the endpoints of both kinds of document answer: each kind has its shape. */

export const documentSchema = z.union([invoiceSchema, creditNoteSchema]);

/** An invoice or a credit note. */
export const presentDocument = (stored: StoredInvoice, surroundings?: CreditNoteSurroundings) =>
  stored.document.isCreditNote
    ? presentCreditNote(stored, surroundings)
    : presentInvoice(stored, surroundings && { nextNumber: surroundings.nextNumber });
