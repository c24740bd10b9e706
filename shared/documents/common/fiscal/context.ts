import type { CreditNoteLink, Invoice } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { DraftingContext } from '../drafting.ts';

/** What an invoice or credit note is drafted with. */
export interface InvoiceContext extends DraftingContext {
  /** The document that the request names as parent, or the draft's stored parent when the change depends on it. */
  parent: Invoice | undefined;
  /** The lines of the parent, when the request creates a credit note of it; else empty. */
  parentLines: readonly DocumentLine[];
  /** The existing credit notes of the parent, when the request creates one; else empty. */
  credits: readonly CreditNoteLink[];
}
