import { nextNumberOf } from '../catalogue/series/store.ts';
import { notFound } from '../kernel/errors.ts';
import { companyScope } from '../store/table.ts';
import type { CreateRequest } from '../invoices/create.ts';
import { readCreditNoteLinks } from './links.ts';
import { blankCreditNote, creditWarnings, withCredit } from './draft.ts';
import type { InvoiceContext } from '../documents/fiscal/context.ts';
import { newEvent, personOf } from '../documents/timeline.ts';
import { invoiceNotification } from '../webhooks/notification.ts';
import type { CreditNoteBody } from './input.ts';
import { claimWrites } from './credited-invoice.ts';
import { readHead, readLines, type StoredInvoice } from '../documents/store.ts';
import { type NewDraft, storeDraft } from '../documents/store-draft.ts';

/**
 * Creates a credit note on an issued invoice as a draft (interface.md §as credit note). The invoice cannot be cancelled at the same
 * moment: one of the two finds what the other did.
 *
 * @throws 404 and 422 of `withCredit`.
 */
export async function createCreditNote(request: CreateRequest<CreditNoteBody>): Promise<StoredInvoice> {
  const { existing, context } = request;
  if (existing) return { ...existing, nextNumber: nextNumberOf(existing.document, context.series) };
  const first = draftOf(request, context);
  const stored = await storeDraft(
    async attempt => (attempt === 0 ? first : draftOf(request, await fresh(request), first)),
    request,
  );
  return { ...stored, nextNumber: nextNumberOf(stored.document, context.series) };
}

/** The context with the credited invoice, its lines and its credit notes as they are now. */
async function fresh({ context, body }: CreateRequest<CreditNoteBody>): Promise<InvoiceContext> {
  const company = companyScope(context.company.id);
  const [parent, parentLines, credits] = await Promise.all([
    readHead(company, body.parentDocumentId),
    readLines(company, body.parentDocumentId),
    readCreditNoteLinks(company, body.parentDocumentId),
  ]);
  return { ...context, parent, parentLines, credits };
}

/** @param first the same credit note as it was decided before: its id and number stay */
function draftOf({ body, by }: CreateRequest<CreditNoteBody>, context: InvoiceContext, first?: NewDraft): NewDraft {
  if (context.parent?.id !== body.parentDocumentId) throw notFound('Parent document');
  const { id, number } = first?.document ?? {};
  const blank = { ...blankCreditNote(body, context, by), ...(id && number && { id, number }) };
  const document = withCredit(blank, body, context);
  const event = newEvent('created', 'draft', `Credit note on ${context.parent.number} created`, personOf(by));
  const warnings = creditWarnings(document, context);
  return {
    document,
    payments: [],
    recorded: [{ event, webhooks: [invoiceNotification('invoice.created', document)] }],
    ...(warnings.length > 0 && { warnings }),
    nextNumber: nextNumberOf(document, context.series),
    more: claimWrites(context.parent),
  };
}
