import type { CreditNoteLink, Invoice } from '../../model/invoice.ts';
import type { DocumentLine } from '../../model/line.ts';
import type { DraftingContext } from '../drafting.ts';

/** What an invoice or credit note is drafted with. */
export interface InvoiceContext extends DraftingContext {
  /** The document that the request names as parent, or the draft's own where it bears on the change. */
  parent: Invoice | undefined;
  /** The lines of the parent, when the request is for a credit note of it. */
  parentLines: readonly DocumentLine[];
  /** The credit notes of the parent, when the request is for one. */
  credits: readonly CreditNoteLink[];
}
