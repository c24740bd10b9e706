import type { Actor } from '#shared/platform/access/model.ts';
import { chooseSeries, readSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import {
  creditChange,
  type Parent,
  readReversed,
  refuseVoidParent,
  settling,
} from '#shared/documents/credit-notes/credited-invoice.ts';
import { checkDates } from '#shared/documents/credit-notes/dates.ts';
import { putChild } from '#shared/documents/common/items.ts';
import { paymentEntryWrite } from '#shared/documents/fiscal/entries.ts';
import { requireOpenPeriod, withinPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { PAYMENTS } from '#shared/documents/payments/store.ts';
import { startedWith } from '#shared/model/fiscal/collection.ts';
import type { Payment } from '#shared/model/payment.ts';
import { reportTo } from '#shared/documents/common/draft-rules.ts';
import { sellerOf } from '#shared/documents/common/drafting.ts';
import { type Numbered, numberedDraft } from '#shared/documents/common/numbering.ts';
import { invalidDocument, issueViolations } from '#shared/documents/common/fiscal/quick-check.ts';
import { seriesWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { type Outcome, transition } from '#shared/documents/common/transition.ts';
import { type Appearance, namedFiles } from './files/named.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import type { FieldErrors } from '#shared/base/kernel/errors.ts';
import { deadlineFactsOf, deadlineWarnings } from '#shared/model/calendar/taxauth-deadline.ts';
import { settledBy, settlesItself } from '#shared/model/amounts/payment-state.ts';
import { accountWarnings } from '#shared/model/amounts/payment-account.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { buyerNumberWarnings } from '#shared/model/codes/check-digits.ts';
import { kindOf } from '#shared/model/kinds.ts';
import { referenceTo } from '#shared/model/preceding.ts';
import { vatStatusWarnings } from '#shared/model/vat/status.ts';
import type { BankAccount } from '#shared/records/parties/bank-accounts/store.ts';
import { companyKey, type Key } from '#shared/platform/store/table.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { refuseDrawnCredit, turned, withChanges } from './advances/changes.ts';
import { INVOICES } from './store.ts';
import type { StoredInvoice } from './read.ts';
import { refuseSecond } from './reversal/standing.ts';
import { plansOf } from './submission/planned.ts';
import { refuseInvalid } from './validation/refuse-invalid.ts';

export interface IssueRequest {
  company: Company;
  loaded: StoredInvoice;
  series: readonly Series[];
  bankAccounts: readonly BankAccount[];
  /** The company's configuration of its PDFs. */
  configuration: PdfTemplateConfiguration;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Issues a draft (INV-37 to INV-44). Number, status, timeline, counters and the names of the files are written in one transaction, so
 * that numbers are unique and without gaps even when the process dies. The table's stream then has the renderer make the files
 * (common/files/outbox-route.ts).
 *
 * @throws 404; 409 for any status but draft; 422 with messages by field when the document or its series is invalid, and as `requireOpenPeriod`.
 */
export async function issueInvoice(request: IssueRequest): Promise<StoredInvoice> {
  const { company, loaded, series, bankAccounts, configuration, by, commit } = request;
  const appearance = { configuration, logoPath: company.logoPath };
  let known = series;
  const reread = async (): Promise<void> => {
    known = await readSeries(company.id);
  };
  const changing = { commit, queue: queueOf(loaded.document, series), reread };
  return transition(INVOICES, loaded, 'issue', changing, async ({ document: before, payments }, attempt) => {
    const [parent, , turnedAdvances] = await Promise.all([
      readReversed(before),
      refuseSecond(before),
      turned(before, 'issued', personOf(by)),
    ]);
    const terms = { company, series: known, bankAccounts, appearance, by, parent, payments, attempt };
    return withChanges(await issueOutcome(before, terms), turnedAdvances);
  });
}

interface IssueTerms
  extends Pick<IssueRequest, 'company' | 'series' | 'bankAccounts' | 'by'>, Pick<IssueFacts, 'parent' | 'appearance'> {
  payments: readonly Payment[];
  /** The number of the attempt, from 0. */
  attempt: number;
}

/**
 * The issue of a draft as it is to be issued: its number, files, plans and warnings.
 *
 * @throws 422 with messages by field when the document or its series is invalid, and as `requireOpenPeriod` and
 *   `refuseDrawnCredit`
 */
export async function issueOutcome(before: InvoiceDocument, terms: IssueTerms): Promise<Outcome<Invoice>> {
  const { company, series, bankAccounts, appearance, by, parent, payments, attempt } = terms;
  if (parent && before.isCreditNote) refuseCredit(before, parent.invoice);
  if (parent) refuseDrawnCredit(null, before, parent.invoice);
  const seller = sellerOf(company, bankAccounts, before);
  const numbered = numberedDraft(kindOf(before), { ...before, seller }, series);
  await refuseInvalid(numbered.document, { violations: issueViolations(numbered.document) });
  const outcome = issued(before, numbered, { parent, payments, appearance, by: personOf(by) });
  const added = outcome.after.notDue ? payments : [];
  const { after, writes } = await requireOpenPeriod({ company, attempt }, { before, after: outcome.after, added });
  const planned = plansOf(after, company, by.userId);
  const warnings = [...issueWarnings(after, before, series), ...vatStatusWarnings(company, after, today())];
  const extras = { ...outcome.extras, ...(warnings.length > 0 && { warnings }) };
  return withinPeriod({ ...outcome, extras }, { after, writes: [...planned, ...writes] });
}

/** The warnings of an issue. @param draft as it was before it took its number */
export const issueWarnings = (
  document: InvoiceDocument,
  { sequence }: Pick<Invoice, 'sequence'>,
  known: readonly Series[],
): string[] => [
  ...seriesWarnings({ ...document, sequence }, known),
  ...buyerNumberWarnings(document),
  ...accountWarnings(document),
  ...deadlineWarnings(deadlineFactsOf(document)),
];

/** The queue of concurrent issues: one per series, no matter whether a draft names the series or gets it by default. */
export function queueOf(draft: Invoice, series: readonly Series[]): Key {
  const byDefault = chooseSeries([...series], kindOf(draft).seriesType, null);
  return companyKey(draft.companyId, `TURN#${draft.seriesId ?? byDefault?.id ?? 'none'}`);
}

interface IssueFacts {
  /** The invoice whose balance the document reduces. */
  parent?: Parent | undefined;
  /** Payments that the draft was created with. */
  payments?: readonly Payment[];
  appearance: Appearance;
  by: PersonRef;
  at?: string;
}

/** The issued document of a numbered draft, with the changed balance of the invoice that it reverses. Pure. */
export function issued(
  before: InvoiceDocument,
  { document, taken, next }: Numbered<InvoiceDocument>,
  { parent, payments = [], appearance, by, at = instant() }: IssueFacts,
): Outcome<Invoice> {
  const inForce: InvoiceDocument = {
    ...document,
    ...(parent?.invoice.id === document.parentDocumentId && parent && { parentDocument: referenceTo(parent.invoice) }),
    status: 'issued',
    issuedAt: at,
    updatedAt: at,
  };
  const settled = settlesItself(inForce) ? settledBy(inForce, []) : inForce;
  const made = { xmlGenerated: true, pdfGenerated: true };
  const event = newEvent('status_change', 'issued', `Invoice issued as ${document.number}`, by, made);
  const started = startedWith(settled, payments);
  const files = namedFiles(parent ? settling(settled, parent) : started.invoice, before.version + 1, appearance);
  const after = files.document;
  const credit = parent && creditChange(parent, before, after, by);
  return {
    after,
    event,
    further: files.events,
    notifications: [invoiceNotification('invoice.issued', after), invoiceNotification('invoice.updated', after)],
    taken,
    also: {
      documents: credit ? [credit] : [],
      writes: started.payments.flatMap(payment => startedWrites(after, payment)),
    },
    extras: { nextNumber: next },
  };
}

/** A payment of the draft, which has its entry, and may make VAT due, now that the invoice is in force. */
const startedWrites = (invoice: Invoice, payment: Payment): Write[] => [
  ...(payment.collected ? [putChild(PAYMENTS, invoice.companyId, invoice.id, payment)] : []),
  paymentEntryWrite(invoice, payment),
];

/** @throws 422 when the credited invoice is no longer in force, or the dates contradict its dates */
function refuseCredit(creditNote: InvoiceDocument, parent: Invoice): void {
  refuseVoidParent(parent);
  const errors: FieldErrors = {};
  checkDates(creditNote, parent, reportTo(errors));
  if (Object.keys(errors).length > 0) throw invalidDocument(errors);
}
