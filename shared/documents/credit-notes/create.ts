import { nextNumberOf } from '#shared/records/catalogue/series/store.ts';
import type { DocumentParts, DocumentType, StoredDocument } from '#shared/documents/common/definition.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import type { CreditNoteBody } from './input.ts';
import { readHeader, readLines } from '#shared/documents/common/store.ts';
import { type CreateRequest, type NewDraft, storeDraft } from '#shared/documents/common/store-draft.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { claim } from './credited-invoice.ts';
import { blankCreditNote, crediting, creditWarnings, withCredit } from './draft.ts';
import { CREDIT_NOTE_LINKS } from './links.ts';

/**
 * Creates a credit note on an issued invoice as a draft (CRN-6 to CRN-18). The transaction also checks the version of
 * the invoice (`claim`): when the invoice is cancelled at the same time, one of the two requests fails and is decided again.
 *
 * @param type the document type of invoices, as which credit notes are stored
 * @throws 404 as `crediting`; 400, 404 and 422 as `withCredit`.
 */
export async function createCreditNote<D extends DocumentParts & { header: Invoice }>(
  type: DocumentType<D>,
  request: CreateRequest<CreditNoteBody, StoredDocument<NoInfer<D>>, InvoiceContext>,
): Promise<StoredDocument<D>> {
  const { existing, context } = request;
  if (existing) return { ...existing, nextNumber: nextNumberOf(existing.document, context.series) };
  const first = draftOf(request, context);
  const stored = await storeDraft(
    type,
    async attempt => (attempt === 0 ? first : draftOf(request, await fresh(request), first)),
    request,
  );
  return { ...stored, nextNumber: nextNumberOf(stored.document, context.series) };
}

type Asked = Pick<CreateRequest<CreditNoteBody, StoredDocument, InvoiceContext>, 'body' | 'by' | 'context'>;

/** The context with the credited invoice, its lines and its credit notes read again. One parallel round trip. */
async function fresh({ context, body }: Asked): Promise<InvoiceContext> {
  const company = context.company.id;
  const id = body.parentDocumentId;
  const [parent, parentLines, credits] = await Promise.all([
    readHeader<Invoice>(KINDS.invoice, company, id),
    readLines(KINDS.invoice, company, id),
    CREDIT_NOTE_LINKS.read(company, id),
  ]);
  return { ...context, parent, parentLines, credits };
}

/** @param first the draft of the first attempt: later attempts keep its id and number */
function draftOf({ body, by }: Asked, read: InvoiceContext, first?: NewDraft<Invoice>): NewDraft<Invoice> {
  const context = crediting(body, read);
  const blank = { ...blankCreditNote(body, context, by), ...(first && { id: first.document.id, number: first.document.number }) };
  const document = withCredit(blank, body, context);
  const event = newEvent('created', 'draft', `Credit note on ${context.parent.number} created`, personOf(by));
  const warnings = creditWarnings(document, context);
  return {
    document,
    recorded: [{ event, webhooks: [invoiceNotification('invoice.created', document)] }],
    extras: { ...(warnings.length > 0 && { warnings }), nextNumber: nextNumberOf(document, context.series) },
    also: [claim(context.parent)],
  };
}
