import type { Actor } from '#shared/platform/access/model.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { reportTo } from '#shared/documents/common/draft-rules.ts';
import { type DraftingContext, linesOf } from '#shared/documents/common/drafting.ts';
import { MAX_LINES } from '#shared/documents/common/input.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { chargesVat } from '#shared/model/vat/status.ts';
import { finished, type ReversalContext, reversalOf, type Source } from './draft.ts';
import type { CorrectionBody } from './input.ts';
import { reversed } from './lines.ts';

/** The records that the new lines refer to. */
export type LineRecords = Pick<DraftingContext, 'vatRates' | 'products'>;

/**
 * The document that corrects an invoice: what takes back all that is left of it, then the new lines (INV-97). Pure.
 *
 * @throws 404 for a series, VAT rate or product that the company does not have; 422 with messages by field
 */
export function correctionDraft(
  { source, credits }: Source,
  body: CorrectionBody,
  { records, ...context }: ReversalContext & { records: LineRecords },
  by: Actor,
): InvoiceDocument {
  const old = reversed(source, credits, false);
  const blank = reversalOf(source, body, context, by);
  const errors: FieldErrors = {};
  const terms = { chargesVat: chargesVat(blank, context.company), currency: blank.currency, isCreditNote: false };
  const lines = linesOf(body.lines, terms, records, reportTo(errors));
  if (old.lines.length + lines.length > MAX_LINES)
    reportTo(errors)(
      'lines',
      `must have at most ${MAX_LINES} lines together with the ${old.lines.length} that take back the old ones`,
    );
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const own = body.ublExtensions ?? {};
  const allowanceCharges = [...old.allowanceCharges, ...(own.allowanceCharges ?? [])];
  const document: InvoiceDocument = {
    ...blank,
    invoiceTypeCode: '384',
    dueDate: body.dueDate ?? source.dueDate,
    notes: body.notes ?? null,
    lines: [...old.lines, ...lines].map((line, place) => ({ ...line, lineNumber: place + 1 })),
    ublExtensions: { ...own, ...(allowanceCharges.length > 0 && { allowanceCharges }) },
  };
  const { dueDate, issueDate } = document;
  // The due date of the invoice may have passed.
  const due = body.dueDate == null && dueDate !== null && dueDate < issueDate ? issueDate : dueDate;
  return finished({ ...document, dueDate: due }, source, body.seriesId, context);
}
