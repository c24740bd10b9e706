import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { blankInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { decimal, plain } from '#shared/base/kernel/money.ts';
import { withChanges } from '#shared/documents/invoices/draft.ts';
import type { InvoiceBody } from '#shared/documents/invoices/input.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { dueDateOf } from '../dates.ts';
import type { RecurringInvoice, RecurringLine } from '../model.ts';
import { type Rates, ratedCurrencies, unitPriceOf } from '../prices.ts';
import { filledText } from '../texts.ts';

/** Composes the document of a template for a date (RCI-14 to RCI-20). Pure. */

/** What a document is composed from, besides the template. */
export interface Composing {
  context: InvoiceContext;
  /** Exchange rates that were published before the issue date. */
  rates: Rates;
  /** The scheduled date, which determines months and years in texts even when the run is late. */
  scheduled: string;
  issueDate: string;
  by: PersonRef;
}

/**
 * Composes the draft. A recurring credit note refers to no invoice; its amounts are negative.
 *
 * @throws 422 with field messages when the client, the series, a VAT rate or an exchange rate is missing, and for values that are
 * not
 *   allowed in an invoice
 */
export function composed(template: RecurringInvoice, composing: Composing): InvoiceDocument {
  refuseGone(template, composing);
  const { rates, by, issueDate } = composing;
  // The rate of the document's own currency is the published one; a template states none.
  const rate = rates.get(template.currency);
  const context = { ...composing.context, published: rate && new Map([[issueDate, rate]]) };
  const body = bodyOf(template, composing);
  const isCreditNote = template.documentType === 'credit_note';
  const blank = { ...blankInvoice(body, context, by), isCreditNote, documentType: template.documentType };
  return { ...withChanges(blank, body, context), recurringInvoiceId: template.id };
}

function bodyOf(template: RecurringInvoice, { context, rates, scheduled, issueDate }: Composing): InvoiceBody {
  const fill = (text: string): string => filledText(text, scheduled, [...rates.values()]);
  return {
    clientId: template.clientId,
    documentSeriesId: template.seriesId,
    invoiceTypeCode: template.invoiceTypeCode,
    issueDate,
    dueDate: dueDateOf(template, issueDate),
    currency: template.currency,
    notes: template.notes === null ? null : fill(template.notes) || null,
    paymentTerms: template.paymentTerms,
    penaltyEnabled: template.penaltyEnabled,
    penaltyPercentPerDay: template.penaltyPercentPerDay,
    penaltyGraceDays: template.penaltyGraceDays,
    metadata: template.metadata,
    lines: template.lines.map(line => ({
      description: fill(line.description),
      quantity: template.documentType === 'credit_note' ? plain(decimal(line.quantity).neg()) : line.quantity,
      unitPrice: unitPriceOf(line, template.currency, rates),
      unitOfMeasure: line.unitOfMeasure,
      vatRateId: line.vatRateId,
      // A deleted product does not stop the template: the line has a description of its own.
      productId: line.productId !== null && context.products.has(line.productId) ? line.productId : null,
      turnoverKind: line.turnoverKind ?? 'normal',
    })) as InvoiceBody['lines'],
  };
}

/** @throws 422 for client, series, VAT rates and exchange rates that the template refers to, but that are no longer available */
function refuseGone(template: RecurringInvoice, { context, rates, issueDate }: Composing): void {
  const errors: FieldErrors = {};
  if (context.client?.id !== template.clientId) errors['clientId'] = ['the client no longer exists'];
  const series = context.series.find(({ id }) => id === template.seriesId);
  if (!series) errors['seriesId'] = ['the series no longer exists'];
  else if (!series.active) errors['seriesId'] = ['the series is inactive'];
  else if (series.type !== KINDS[template.documentType].seriesType) errors['seriesId'] = [`the series is of type ${series.type}`];
  const missing = (currency: string) => [`no exchange rate of ${currency} was published before ${issueDate}`];
  if (template.currency !== 'RON' && !rates.has(template.currency)) errors['currency'] = missing(template.currency);
  template.lines.forEach((line, place) => {
    if (!context.vatRates.some(({ id }) => id === line.vatRateId))
      errors[`lines.${place}.vatRateId`] = ['the VAT rate no longer exists'];
    const unknown = referencesOf(line, template.currency).find(currency => !rates.has(currency));
    if (unknown !== undefined) errors[`lines.${place}.referenceCurrency`] = missing(unknown);
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

const referencesOf = (line: RecurringLine, currency: string): string[] =>
  ratedCurrencies(currency, [line]).filter(one => one !== currency);
