import { presentCreditNote } from '#shared/documents/credit-notes/present.ts';
import { presentInvoice } from './invoice.ts';
import type { StoredInvoice } from '../read.ts';

/** The response body of create and update. */

export async function presentChanged(stored: StoredInvoice) {
  if (stored.document.isCreditNote) return presentCreditNote(stored);
  // Loaded on demand, so that a refused request does not wait for the rules.
  const { draftValidation } = await import('../validation/validate-draft.ts');
  const { warnings = [], ...invoice } = stored;
  const validation = draftValidation(stored.document);
  return { invoice: presentInvoice(invoice), validation: { ...validation, warnings: [...validation.warnings, ...warnings] } };
}
