import { chooseSeries, formatNumber, readSeries, type Series, takeNumber } from '../catalogue/series/store.ts';
import { xmlKey } from './files/xml-key.ts';
import type { Actor } from '../access/model.ts';
import { instant } from '../kernel/clock.ts';
import { type FieldErrors, validation } from '../kernel/errors.ts';
import type { BankAccount } from '../parties/bank-accounts/store.ts';
import type { Company } from '../model/company.ts';
import { companyKey, companyScope } from '../store/table.ts';
import { type Commit, type Write } from '../store/transact.ts';
import { withTicket } from '../store/ticket-queue.ts';
import { checkDates } from '../credit-notes/dates.ts';
import { sellerOf } from '../documents/drafting.ts';
import { referenceTo } from '../model/preceding.ts';
import { faultsIn } from '../documents/draft-rules.ts';
import { newEvent, personOf } from '../documents/timeline.ts';
import { invoiceNotification } from '../webhooks/notification.ts';
import { deferFiles } from '../documents/files/task.ts';
import { filedInvoice } from './print/identity.ts';
import type { Invoice, InvoiceDocument, InvoiceEvent } from '../model/invoice.ts';
import { placeIn, takenWrite } from '../documents/numbering.ts';
import { creditChange, readParent, refuseVoidParent } from '../credit-notes/credited-invoice.ts';
import { changeWrites, readInvoice, type StoredInvoice } from '../documents/store.ts';
import { invalidDocument, issueFaults, permitted } from '../documents/states.ts';
import { settledBy, settlesItself } from '../model/amounts/payment-state.ts';
import { refuseInvalid } from './validation/refuse-invalid.ts';

export interface IssueRequest {
  company: Company;
  loaded: StoredInvoice;
  series: readonly Series[];
  bankAccounts: readonly BankAccount[];
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Issues a draft (interface.md §issue): number, status, timeline and counters in one transaction, so that numbers are unique and
 * without gaps whatever dies when; then the files. A process that dies after the transaction leaves an issued document and the
 * deferred task that has its files made.
 *
 * @throws 404; 409 for any status but draft; 422 when the document or its series is not in order, with messages by field.
 */
export async function issueInvoice(request: IssueRequest): Promise<StoredInvoice> {
  const { document } = request.loaded;
  // Drafts that name a series and drafts that get it by default queue for the same number.
  const byDefault = chooseSeries([...request.series], document.isCreditNote ? 'credit_note' : 'invoice', null);
  const queue = companyKey(companyScope(document.companyId), `TURN#${document.seriesId ?? byDefault?.id ?? 'none'}`);
  // The clients of S3 and of the renderer are loaded while the table is asked.
  const files = import('./files/make-files.ts');
  const issued = await withTicket(queue, (attempt, more) => issueOnce(request, attempt, more));
  return { ...issued, document: await (await files).makeFiles(issued.document) };
}

async function issueOnce(
  { company, loaded, series, bankAccounts, by, commit }: IssueRequest,
  attempt: number,
  more: Write[],
): Promise<StoredInvoice> {
  const scope = companyScope(company.id);
  const [stored, known] =
    attempt === 0 ? [loaded, [...series]] : await Promise.all([readInvoice(scope, loaded.document.id), readSeries(scope)]);
  const before = permitted('issue', stored?.document);
  const parent = before.isCreditNote ? await readParent(before) : undefined;
  if (parent) refuseCredit(before, parent.invoice);
  const numbered = numberedDraft({ ...before, seller: sellerOf(company, bankAccounts, before.currency) }, known);
  await refuseInvalid(numbered.document, { faults: issueFaults(numbered.document) });

  const at = instant();
  const version = before.version + 1;
  const issued: InvoiceDocument = {
    ...numbered.document,
    ...(parent && { parentDocument: referenceTo(parent.invoice) }),
    status: 'issued',
    issuedAt: at,
    updatedAt: at,
    xmlPath: xmlKey(before, version),
  };
  const after = settlesItself(issued) ? settledBy(issued, []) : issued;
  const event: InvoiceEvent = {
    ...newEvent('status_change', 'issued', `Invoice issued as ${after.number}`, personOf(by), {
      xmlGenerated: true,
      pdfGenerated: true,
    }),
    ...(numbered.taken && { series: placeIn(numbered.taken) }),
  };
  const changes = changeWrites(
    before,
    after,
    [{ event, webhooks: [invoiceNotification('invoice.issued', after), invoiceNotification('invoice.updated', after)] }],
    parent && creditChange(parent, before, after, personOf(by)),
  );
  const writes: Write[] = [
    ...changes,
    ...(numbered.taken
      ? [takeNumber(scope, numbered.taken, before.seriesId === numbered.taken.id, event.hash ?? null), takenWrite(after, event)]
      : []),
    deferFiles(filedInvoice(after)),
    ...more,
  ];
  return commit(writes, {
    ...(stored ?? loaded),
    document: { ...after, version },
    events: [event, ...(stored ?? loaded).events],
    nextNumber: numbered.next,
  });
}

/** @throws 422 when the invoice to be credited is not in force any more, or was issued later */
function refuseCredit(creditNote: InvoiceDocument, parent: Invoice): void {
  refuseVoidParent(parent);
  const errors: FieldErrors = {};
  checkDates(creditNote, parent, faultsIn(errors));
  if (Object.keys(errors).length > 0) throw invalidDocument(errors);
}

interface Numbered {
  document: InvoiceDocument;
  /** The series that the number was taken from; undefined when the document had its number already. */
  taken: Series | undefined;
  /** The number after it. */
  next: number | null;
}

/** The draft with the next number of its series; a restored document keeps the number it had. */
function numberedDraft(draft: InvoiceDocument, series: Series[]): Numbered {
  if (draft.sequence !== null) {
    const own = series.find(one => one.id === draft.seriesId);
    return { document: draft, taken: undefined, next: own ? own.currentNumber + 1 : null };
  }
  const kept = series.some(one => one.id === draft.seriesId && one.active) ? draft.seriesId : null;
  const chosen = chooseSeries(series, draft.isCreditNote ? 'credit_note' : 'invoice', kept);
  if (!chosen)
    throw validation('There is no active series for the document.', { documentSeriesId: ['an active series is needed'] });
  const sequence = chosen.currentNumber + 1;
  return {
    document: {
      ...draft,
      sequence,
      number: formatNumber(chosen, sequence),
      seriesId: chosen.id,
      series: { id: chosen.id, name: chosen.name, prefix: chosen.prefix, year: chosen.year },
    },
    taken: chosen,
    next: sequence + 1,
  };
}
