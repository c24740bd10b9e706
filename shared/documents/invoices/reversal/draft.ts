import type { Actor } from '#shared/platform/access/model.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { checkDates } from '#shared/documents/credit-notes/dates.ts';
import { reportTo } from '#shared/documents/common/draft-rules.ts';
import { type DraftingContext, sellerOf, seriesOf } from '#shared/documents/common/drafting.ts';
import { blankInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { checkedDraft } from '#shared/documents/common/fiscal/draft-rules.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { withInherited } from '#shared/model/inherited.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { kindOf } from '#shared/model/kinds.ts';
import { parentFields } from '#shared/model/preceding.ts';
import { receiverOf } from '#shared/model/receiver.ts';
import type { StornoBody } from './input.ts';
import { reversed } from './lines.ts';

/** Drafts of the documents that take back an issued invoice (INV-93, INV-94). Pure. */

/** The invoice, and the documents in force that took back parts of it. */
export interface Source {
  source: InvoiceDocument;
  credits: readonly InvoiceDocument[];
}

export type ReversalContext = Pick<DraftingContext, 'company' | 'bankAccounts' | 'series'>;

/**
 * The document that takes back an invoice as a whole. Unless the request says which, a credit note, or a negative invoice where a credit note could
 * not state all lines, as they must be negative.
 *
 * @throws 404 and 422 for a series that cannot number it; 422 for dates before the invoice or in the future, and for a credit note of an invoice
 * with negative lines
 */
export function stornoDraft({ source, credits }: Source, body: StornoBody, context: ReversalContext, by: Actor): InvoiceDocument {
  const isMixed = credits.length === 0 && source.lines.some(line => decimal(line.quantity).lte(0));
  if (isMixed && body.documentType === 'credit_note')
    throw invalidFields({
      documentType: [`must be invoice: ${source.number} has negative lines, and a credit note cannot take these back`],
    });
  const isCreditNote = (body.documentType ?? (isMixed ? 'invoice' : 'credit_note')) === 'credit_note';
  const { lines, allowanceCharges } = reversed(source, credits, isCreditNote);
  const document = {
    ...reversalOf(source, body, context, by),
    ...(isCreditNote && ({ isCreditNote, documentType: 'credit_note', invoiceTypeCode: '381' } as const)),
    notes: body.notes ?? null,
    lines,
    ublExtensions: allowanceCharges.length > 0 ? { allowanceCharges } : null,
  };
  return finished(document, source, body.seriesId, context);
}

/** A new document of the parties and terms of the invoice that it takes back. */
export function reversalOf(
  source: Invoice,
  { issueDate = null }: { issueDate?: string | null | undefined },
  context: ReversalContext,
  by: Actor,
): InvoiceDocument {
  const date = issueDate ?? today();
  const { clientId, client, currency, exchangeRate, exchangeRateDate = null } = source;
  return {
    ...blankInvoice({ issueDate: date }, context, personOf(by)),
    ...{ clientId, client, currency, exchangeRate, exchangeRateDate },
    ...receiverOf(source),
    seller: sellerOf(context.company, context.bankAccounts, { currency, issueDate: date }),
    dueDate: date,
    language: source.language,
    paymentMethod: source.paymentMethod,
    tvaLaIncasare: source.tvaLaIncasare,
    platitorTva: source.platitorTva,
    ...parentFields(source),
    reverses: source.id,
  };
}

/** The document with its series, what it inherits, and its amounts. @throws as `stornoDraft` */
export function finished(
  document: InvoiceDocument,
  source: InvoiceDocument,
  seriesId: string | null | undefined,
  { series }: ReversalContext,
): InvoiceDocument {
  const errors: FieldErrors = {};
  checkDates(document, source, reportTo(errors));
  const { seriesType } = kindOf(document);
  const placed = { ...document, ...seriesOf(document, seriesId ?? null, { seriesType, seriesField: 'seriesId' }, series) };
  return withInherited(checkedDraft(placed, errors), source);
}
