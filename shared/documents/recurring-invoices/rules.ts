import { today } from '#shared/base/kernel/clock.ts';
import { vatStatusOn } from '#shared/model/vat/status.ts';
import { chooseSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import type { DraftingContext } from '#shared/documents/common/drafting.ts';
import { type Report, reportTo } from '#shared/documents/common/draft-rules.ts';
import { type FieldErrors, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { decimal, MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { computeTotals } from '#shared/model/amounts/totals.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { LineInput } from '#shared/model/line.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import { notTurnoverOf, vatNotInBase } from '#shared/model/vat/not-in-base.ts';
import { vatOfLine } from '#shared/model/vat/rules.ts';
import type { RecurringBody, RecurringChanges, RecurringLineBody } from './input.ts';
import type { RecurringHeader, RecurringInvoice, RecurringLine } from './model.ts';
import { type Rates, ratedCurrencies, unitPriceOf } from './prices.ts';

/** Creation, changes and validation of templates. Reads and writes no data. */

/** The company's data that a template is validated and calculated with. */
export type TemplateContext = Omit<DraftingContext, 'bankAccounts'> & {
  /** Known rates of the template's currencies; prices with a missing rate are shown unconverted. */
  rates: Rates;
  today: string;
};

/** UNTDID 1001: the one code of credit notes that CIUS-RO accepts (BR-RO-020). Which codes invoices may have is validated when they are issued. */
const CREDIT_NOTE_CODE = '381';

const WEEKLY = new Set(['weekly', 'biweekly']);

/** A new template. @throws 404 for an unknown client, series, product or VAT rate; 422 with field messages */
export function newTemplate(body: RecurringBody, context: TemplateContext, by: PersonRef, at: string): RecurringInvoice {
  const blank = {
    id: newId(),
    companyId: context.company.id,
    version: 0,
    ...{ reference: null, stopDate: null, notes: null, paymentTerms: null },
    ...{ frequencyMonth: null, dueDateDays: null, dueDateFixedDay: null },
    ...{ autoEmailEnabled: false, autoEmailTime: '09:00', autoEmailDayOffset: 0 },
    ...{ penaltyEnabled: false, penaltyPercentPerDay: null, penaltyGraceDays: null },
    isActive: true,
    ...{ lastIssuedAt: null, lastInvoiceNumber: null, lastInvoiceId: null },
    ...{ lastError: null, lastErrorAt: null, failedOn: null, notifiedOn: null },
    ...{ subtotal: '0.00', vatTotal: '0.00', total: '0.00' },
    lines: [],
    createdBy: by,
    createdAt: at,
    updatedAt: at,
  };
  const errors: FieldErrors = {};
  if (body.nextIssuanceDate < context.today) reportTo(errors)('nextIssuanceDate', 'must not be before today');
  return changed(blank as unknown as RecurringInvoice, body, context, { errors, at });
}

/** A template after a change. @throws as `newTemplate` */
export const changedTemplate = (
  before: RecurringInvoice,
  changes: RecurringChanges,
  context: TemplateContext,
  at: string,
): RecurringInvoice => ({
  ...changed(before, changes, context, { errors: {}, at }),
  // The change may have fixed what made today's run fail: another one is tried today.
  failedOn: null,
});

function changed(
  before: RecurringInvoice,
  changes: RecurringChanges,
  context: TemplateContext,
  { errors, at }: { errors: FieldErrors; at: string },
): RecurringInvoice {
  const { lines, metadata, ...stated } = changes;
  const kept = withMetadata(before, metadata);
  const next: RecurringInvoice = { ...patched(kept, withDefaults(stated)), version: before.version + 1, updatedAt: at };
  checkClientAndSeries(next, changes, context);
  const report = reportTo(errors);
  checkDates(next, changes, report);
  checkTerms(next, changes, report);
  lines?.forEach((line, place) => checkPriceRule(line, (field, message) => report(`lines.${place}.${field}`, message)));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  if (lines) next.lines = lines.map((line, place) => lineOf(line, place, context, report));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const calculated = withAmounts(withoutUnused(next), context.rates);
  if (decimal(calculated.total).gt(MAX_AMOUNT) || decimal(calculated.subtotal).gt(MAX_AMOUNT))
    throw invalidFields({ lines: [`the total must be at most ${MAX_AMOUNT}`] });
  return calculated;
}

type Stated = Omit<RecurringChanges, 'lines' | 'metadata'>;

/** Replaces null by the default in fields that cannot be null. */
const withDefaults = (stated: Stated): Partial<RecurringHeader> => {
  const { autoEmailEnabled, autoEmailTime, autoEmailDayOffset, penaltyEnabled } = stated;
  return {
    ...(stated as Partial<RecurringHeader>),
    ...(autoEmailEnabled === null && { autoEmailEnabled: false }),
    ...(autoEmailTime === null && { autoEmailTime: '09:00' }),
    ...(autoEmailDayOffset === null && { autoEmailDayOffset: 0 }),
    ...(penaltyEnabled === null && { penaltyEnabled: false }),
  };
};

/** @throws 404 for a client or series that the company does not have; 422 for a series that cannot number the documents */
function checkClientAndSeries(next: RecurringInvoice, changes: RecurringChanges, { client, series }: TemplateContext): void {
  if (changes.clientId !== undefined && client?.id !== changes.clientId) throw notFound('Client');
  if (changes.seriesId !== undefined || changes.documentType !== undefined) checkSeries(next, series);
}

/** @throws 404 when the company does not have the series; 422 when it is not active, or not for this type of document */
function checkSeries({ documentType, seriesId }: RecurringHeader, series: readonly Series[]): void {
  chooseSeries([...series], KINDS[documentType].seriesType, seriesId, 'seriesId');
}

/** Checks dates only if the change states one: a run may already have moved `nextIssuanceDate` beyond `stopDate`. */
function checkDates(next: RecurringHeader, { nextIssuanceDate, stopDate }: RecurringChanges, report: Report): void {
  if (nextIssuanceDate === undefined && stopDate === undefined) return;
  if (next.stopDate !== null && next.stopDate < next.nextIssuanceDate)
    report(stopDate === undefined ? 'nextIssuanceDate' : 'stopDate', 'stopDate must not be before nextIssuanceDate');
}

function checkTerms(next: RecurringHeader, stated: RecurringChanges, report: Report): void {
  if (WEEKLY.has(next.frequency) && next.frequencyDay > 7)
    report('frequencyDay', `must be 1 (Monday) to 7 (Sunday) when frequency is ${next.frequency}`);
  if (next.frequency === 'annual' && next.frequencyMonth === null)
    report('frequencyMonth', 'is required when frequency is annual');
  if (next.frequency !== 'annual' && stated.frequencyMonth != null)
    report('frequencyMonth', 'is only for frequency annual; leave it out');
  if (next.dueDateType === 'relative' && next.dueDateDays === null)
    report('dueDateDays', 'is required when dueDateType is relative');
  if (next.dueDateType === 'fixed' && next.dueDateFixedDay === null)
    report('dueDateFixedDay', 'is required when dueDateType is fixed');
  const isCreditNoteCode = next.invoiceTypeCode === CREDIT_NOTE_CODE;
  if (next.documentType === 'credit_note' && !isCreditNoteCode) report('invoiceTypeCode', 'must be 381 for a credit note');
  if (next.documentType === 'invoice' && isCreditNoteCode)
    report('invoiceTypeCode', 'is the code of a credit note: documentType must be credit_note');
}

function checkPriceRule({ priceRule, referenceCurrency, markupPercent }: RecurringLineBody, report: Report): void {
  if (priceRule === 'exchange_rate' && referenceCurrency == null)
    report('referenceCurrency', 'is required when priceRule is exchange_rate');
  if (priceRule === 'markup' && markupPercent == null) report('markupPercent', 'is required when priceRule is markup');
}

/**
 * Clears fields that have no meaning with the chosen frequency and due-date type: forms send both kinds of due date, and a template that
 * changes from annual keeps none of the old month.
 */
const withoutUnused = (next: RecurringInvoice): RecurringInvoice => ({
  ...next,
  ...(next.frequency !== 'annual' && { frequencyMonth: null }),
  ...(next.dueDateType === 'relative' ? { dueDateFixedDay: null } : { dueDateDays: null }),
});

/** @throws 404 for a product or VAT rate that the company does not have */
function lineOf(
  body: RecurringLineBody,
  place: number,
  { company, products, vatRates }: TemplateContext,
  report: Report,
): RecurringLine {
  const product = body.productId ? products.get(body.productId) : undefined;
  if (body.productId && !product) throw notFound(`Product of line ${place + 1}`);
  const turnoverKind = notTurnoverOf(body.turnoverKind, product);
  const { registered } = vatStatusOn(company, today());
  const ofLine: Report = (field, message) => report(`lines.${place}.${field}`, message);
  const vat = turnoverKind
    ? vatNotInBase({ vatRateId: body.vatRateId }, vatRates, registered, ofLine)
    : vatOfLine({ vatRateId: body.vatRateId }, vatRates, registered);
  if (!vat) throw notFound(`VAT rate of line ${place + 1}`);
  const priceRule = body.priceRule ?? 'fixed';
  return {
    id: newId(),
    description: body.description,
    quantity: body.quantity,
    unitPrice: body.unitPrice,
    unitOfMeasure: body.unitOfMeasure ?? product?.unitOfMeasure ?? 'buc',
    vatRateId: body.vatRateId,
    productId: product?.id ?? null,
    ...(turnoverKind && { turnoverKind }),
    priceRule,
    referenceCurrency: priceRule === 'fixed' ? null : (body.referenceCurrency ?? null),
    markupPercent: priceRule === 'markup' ? (body.markupPercent ?? null) : null,
    vatRate: vat.rate,
    vatCategoryCode: vat.category,
    ...{ subtotal: '0.00', vatAmount: '0.00', total: '0.00' },
  };
}

/**
 * The template with the amounts of its lines and its totals at the known rates. Those of a credit note are positive in a template; the run
 * that creates the credit note changes their sign.
 */
function withAmounts(template: RecurringInvoice, rates: Rates): RecurringInvoice {
  const { lines, subtotal, vatTotal, total } = computeTotals(
    template.lines.map(line => lineInputOf(line, priceNow(line, template.currency, rates))),
  );
  return {
    ...template,
    ...{ subtotal, vatTotal, total },
    lines: template.lines.map((line, place) => ({
      ...line,
      subtotal: lines[place]!.subtotal,
      vatAmount: lines[place]!.vatAmount,
      total: lines[place]!.total,
    })),
  };
}

/** The unit price at the known rates; unconverted when a rate is missing. */
const priceNow = (line: RecurringLine, currency: string, rates: Rates): string => {
  const known = ratedCurrencies(currency, [line]).every(one => rates.has(one));
  return unitPriceOf(known ? line : { ...line, referenceCurrency: null }, currency, rates);
};

const lineInputOf = (line: RecurringLine, unitPrice: string): LineInput => ({
  description: line.description,
  quantity: line.quantity,
  unitPrice,
  unitOfMeasure: line.unitOfMeasure,
  vatRate: line.vatRate,
  vatCategoryCode: line.vatCategoryCode,
  vatRateId: line.vatRateId,
  vatRateName: null,
  productId: line.productId,
  ...{ productCode: null, productName: null, discount: null, discountPercent: null, vatIncluded: false, ublExtensions: null },
});
