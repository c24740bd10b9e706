import * as z from 'zod';
import { creditNoteSchema, presentCreditNote } from '../credit-notes/present.ts';
import { invoiceSchema, presentInvoice } from './present.ts';
import type { StoredInvoice } from './store.ts';
import { validationSchema } from './validation/result.ts';

/** What create and update answer. */

/** An invoice, and what stands between it and its issue. */
const wrappedSchema = z.object({ invoice: invoiceSchema, validation: validationSchema });

/** An invoice comes with its validation, a credit note bare (completions-documents §3). */
export const changedSchema = z.union([wrappedSchema, creditNoteSchema]);

export async function presentChanged(stored: StoredInvoice) {
  if (stored.document.isCreditNote) return presentCreditNote(stored);
  // The rules are loaded by who needs them, so that a refused request does not wait for them.
  const { draftValidation } = await import('./validation/validate-draft.ts');
  const { warnings = [], ...invoice } = stored;
  const validation = draftValidation(stored.document);
  return { invoice: presentInvoice(invoice), validation: { ...validation, warnings: [...validation.warnings, ...warnings] } };
}
