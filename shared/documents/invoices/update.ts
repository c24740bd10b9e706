import { nextNumberOf } from '#shared/records/catalogue/series/store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { readPublished } from '#shared/documents/common/drafting-context.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { automaticVatWarnings } from './automatic-vat.ts';
import { publishedOf, withChanges } from './draft.ts';
import { type Report, reportTo } from '#shared/documents/common/draft-rules.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import { namedFiles } from './files/named.ts';
import type { ReadInvoiceContext } from './drafting-context.ts';
import { correctsParent, standingWarnings } from '#shared/model/correction-warnings.ts';
import { datesAfter, needsDefaultRate, statedRateWarnings } from '#shared/model/exchange-rate.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { InvoiceChanges } from './input.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { requireOpenPeriod, withinPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { type Outcome, transition } from '#shared/documents/common/transition.ts';
import { readInvoiceHeader } from './header.ts';
import { refuseDrawnCredit } from './advances/changes.ts';
import { isSettled, movedPayments, refuseOtherVat, withNotDue } from './not-due.ts';
import { INVOICES } from './store.ts';
import type { StoredInvoice } from './read.ts';
import { issueViolations, quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { creditChange, type Parent, readSettled, refuseNeverDue } from '#shared/documents/credit-notes/credited-invoice.ts';
import { seriesWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { isDrawn } from '#shared/model/amounts/advances.ts';
import { isNegative, owedOf } from '#shared/model/amounts/owed.ts';
import { isReversal } from '#shared/model/amounts/settlement.ts';

export interface UpdateRequest {
  loaded: StoredInvoice;
  changes: InvoiceChanges;
  context: InvoiceContext;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Changes an editable invoice: only fields that the body names, and the lines always all together (INV-26 to INV-33).
 *
 * @throws 409 when its status allows no change; 404 and 422 as `withChanges`; 422 as `checkChange`, `refuseDrawnCredit`, `refuseNeverDue`, `movedPayments` and `requireOpenPeriod`.
 */
export const updateInvoice = ({ loaded, changes, context, by, commit }: UpdateRequest): Promise<StoredInvoice> =>
  transition(INVOICES, loaded, 'update', { commit }, async (stored, attempt) => {
    const [settled, configuration] = await Promise.all([
      readSettled(stored.document),
      stored.document.status === 'draft' ? undefined : readPdfConfiguration(stored.document.companyId),
    ]);
    const outcome = updated(stored, changes, { ...context, settled, configuration }, by);
    const change = { before: stored.document, after: outcome.after };
    return withinPeriod(outcome, await requireOpenPeriod({ company: context.company, attempt }, change));
  });

interface ChangeContext extends InvoiceContext {
  /** The invoice whose balance the document reduces. */
  settled: Parent | undefined;
  /** The company's configuration of its PDFs; undefined for drafts, which have no files. */
  configuration: PdfTemplateConfiguration | undefined;
}

/** The invoice after the change. Pure. @throws 404 and 422 as `withChanges`; 422 as `checkChange`, `refuseDrawnCredit`, `refuseNeverDue` and `movedPayments` */
function updated(stored: StoredInvoice, changes: InvoiceChanges, context: ChangeContext, by: Actor): Outcome<Invoice> {
  const { document: before, payments } = stored;
  const changed = withBuyer(before, withChanges(before, changes, context));
  checkChange({ stored, before, after: changed, changes, paid: payments.length > 0, credited: isCredited(stored) });
  const settled = withNotDue(stored, settledBy(changed, payments), context.settled);
  const after: InvoiceDocument = { ...settled, updatedAt: instant() };
  // Unchanged lines stay the same object, so that their items are not written again.
  const sameLines = !changes.lines && sortedJson(after.lines) === sortedJson(before.lines);
  const { configuration, company } = context;
  const event = updatedEvent(before, after, 'Invoice updated', personOf(by));
  // The files of an issued document are made again, under new names; drafts have none.
  const files = configuration && namedFiles(after, before.version + 1, { configuration, logoPath: company.logoPath });
  const named = files?.document ?? after;
  const next = sameLines ? { ...named, lines: before.lines } : named;
  if (context.settled) refuseDrawnCredit(before, next, context.settled.invoice);
  const credit = context.settled && creditChange(context.settled, before, next, personOf(by));
  refuseNeverDue(credit);
  return {
    after: next,
    event,
    ...(files && { further: files.events }),
    notifications: [invoiceNotification('invoice.updated', next)],
    also: {
      documents: credit ? [credit] : [],
      writes: movedPayments(before, next, payments),
    },
    extras: {
      warnings: [
        ...standingWarnings(next, context.parent),
        ...seriesWarnings(next, context.series),
        ...automaticVatWarnings(next, changes, context),
        ...statedRateWarnings(next, changes.exchangeRate, publishedOf(next, context)),
      ],
      nextNumber: nextNumberOf(next, context.series),
    },
  };
}

/** The document with the buyer that it was issued with, if it was issued: a request that names the same client again changes nothing. */
const withBuyer = (before: InvoiceDocument, after: InvoiceDocument): InvoiceDocument =>
  before.status !== 'draft' && after.clientId !== null && after.clientId === before.clientId
    ? { ...after, client: before.client }
    : after;

interface Change {
  stored: StoredInvoice;
  before: InvoiceDocument;
  after: InvoiceDocument;
  changes: InvoiceChanges;
  /** Whether payments are recorded. */
  paid: boolean;
  /** Whether credit notes that are not cancelled refer to it. */
  credited: boolean;
}

const isCredited = ({ creditNotes }: StoredInvoice): boolean => creditNotes.some(one => one.status !== 'cancelled');

/**
 * @throws 422 by field, for a change that contradicts the issue, number, payments or credit notes of the document
 * (INV-29 to INV-31, INV-119)
 */
function checkChange({ stored, before, after, changes, paid, credited }: Change): void {
  // A document that was issued must stay fit for issue, because its XML is made again.
  const errors: FieldErrors = before.status === 'draft' ? {} : { ...quickCheck(after).errors, ...issueViolations(after) };
  const report = reportTo(errors);
  if (changes.issueDate && changes.issueDate > today()) report('issueDate', 'must not be in the future');
  if (before.sequence !== null && after.issueDate.slice(0, 4) !== before.issueDate.slice(0, 4)) {
    report('issueDate', 'must stay in the same year, because the document has a number');
  }
  if (before.status !== 'draft') refuseOtherBuyer(before, after, report);
  const named = changes.issueDate !== undefined || changes.dueDate !== undefined;
  if (named && after.dueDate !== null && after.dueDate < after.issueDate) report('dueDate', 'must not be before issueDate');
  if (paid && after.currency !== before.currency) report('currency', 'must stay the currency of the recorded payments');
  if (paid && decimal(owedOf(after)).lte(0))
    report('lines', 'the amount to pay must stay above 0, because payments are recorded');
  if (before.settles) {
    const what = 'because the document reduces the balance of another one';
    if (!isReversal(after)) report('lines', `the amount to pay must stay below 0, ${what}`);
    for (const field of ['clientId', 'currency', 'parentDocumentId'] as const)
      if (after[field] !== before[field]) report(field, `must stay the same, ${what}`);
  }
  refuseAdvanceChange(before, after, report);
  if (before.status !== 'draft' && isSettled(stored)) refuseOtherVat(before, after, report);
  for (const field of ['clientId', 'currency'] as const)
    if (credited && after[field] !== before[field]) report(field, 'must stay the same as on the credit notes of the invoice');
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** Reports changes of an advance that is drawn, and of a final invoice that settles advances (INV-117). */
function refuseAdvanceChange(before: InvoiceDocument, after: InvoiceDocument, report: Report): void {
  const settles = before.draws !== undefined;
  if (!settles && !isDrawn(before)) return;
  const what = settles
    ? 'because the invoice settles advances: take them out by settle-advances with advances [] and issue false, then change it'
    : 'because another invoice settles it as an advance';
  const fixed = ['clientId', 'currency', 'lines', ...(settles ? [] : (['exchangeRate'] as const))] as const;
  for (const field of fixed)
    if (sortedJson(after[field]) !== sortedJson(before[field])) report(field, `must stay the same, ${what}`);
  if (isNegative(after)) report('ublExtensions', 'must leave a total of 0 or more, because the invoice settles advances');
}

/** The fields that state the buyer, as requests name them. */
const BUYER_FIELDS = [
  'clientId',
  'receiverName',
  'receiverCif',
  'receiverAddress',
  'receiverCity',
  'receiverCounty',
  'receiverCountry',
] as const;

/** Reports each field by which an issued document would get another buyer (INV-30). */
function refuseOtherBuyer(before: InvoiceDocument, after: InvoiceDocument, report: Report): void {
  for (const field of BUYER_FIELDS)
    if (after[field] !== before[field])
      report(
        field,
        'must stay as issued: to correct the buyer, cancel the invoice, restore it, change the draft, and issue it again',
      );
}

/**
 * Adds to the context the records of the stored document that the change does not name but that it depends on: the client for
 * `autoApplyVatRules`, the published rate and the parent when the exchange rate is decided again, and the parent of a correction,
 * for `standingWarnings`.
 */
export async function withKept(
  company: CompanyId,
  document: InvoiceDocument,
  changes: InvoiceChanges,
  context: ReadInvoiceContext,
): Promise<ReadInvoiceContext> {
  const clientId = changes.autoApplyVatRules && changes.clientId === undefined ? document.clientId : null;
  const parentId = changes.parentDocumentId === undefined && asksParent(document, changes) ? document.parentDocumentId : null;
  const rateTerms = needsDefaultRate(document, changes) || changes.exchangeRate ? termsOf(document, changes) : undefined;
  const [client, parent, published] = await Promise.all([
    clientId ? readClient(company, clientId) : context.client,
    parentId ? readInvoiceHeader(company, parentId) : context.parent,
    readPublished(rateTerms),
  ]);
  return { ...context, client, parent, published };
}

/** Whether the change needs the parent: for its exchange rate, or for the warning that the corrected parent is still in force. */
const asksParent = (document: InvoiceDocument, changes: InvoiceChanges): boolean =>
  needsDefaultRate(document, changes) ||
  correctsParent({ ...document, invoiceTypeCode: changes.invoiceTypeCode ?? document.invoiceTypeCode });

/** Currency and dates after the change, which select the published rate. */
const termsOf = (document: InvoiceDocument, changes: InvoiceChanges) => ({
  ...datesAfter(document, changes),
  currency: changes.currency ?? document.currency,
});
