import * as z from 'zod';
import { creditNoteSchema, type CreditNoteSurroundings, presentCreditNote } from './present-credit-note.ts';
import { invoiceSchema, presentInvoice, presentWrapped, wrappedSchema } from './present.ts';
import type { StoredInvoice } from './repository.ts';

/** What the endpoints of both kinds of document answer: each kind has its shape. */

export const documentSchema = z.union([invoiceSchema, creditNoteSchema]);

/** An invoice or a credit note. */
export const presentDocument = (stored: StoredInvoice, surroundings?: CreditNoteSurroundings) =>
  stored.document.isCreditNote
    ? presentCreditNote(stored, surroundings)
    : presentInvoice(stored, surroundings && { nextNumber: surroundings.nextNumber });

/** Create and update answer an invoice with its validation, a credit note bare (completions-documents §3). */
export const changedSchema = z.union([wrappedSchema, creditNoteSchema]);

export const presentChanged = (stored: StoredInvoice) =>
  stored.document.isCreditNote ? presentCreditNote(stored) : presentWrapped(stored);
