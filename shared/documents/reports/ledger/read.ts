import { instantIn, today } from '#shared/base/kernel/clock.ts';
import { monthOf, monthsOf } from '#shared/base/kernel/dates.ts';
import { readCreditSource } from '#shared/documents/allocations/store.ts';
import { type FiscalEntry, fiscalPrefix } from '#shared/documents/fiscal/entries.ts';
import { type InvoiceList, readInvoiceList } from '#shared/documents/invoices/list/whole.ts';
import { lastOfEach } from '#shared/documents/lists/snapshot.ts';
import { type Paid, readPaid } from '#shared/documents/payments/read-paid.ts';
import type { FiscalRole } from '#shared/model/fiscal/operations.ts';
import { type FiscalProjection, type PaymentEntry, paymentEntryOf } from '#shared/model/fiscal/projection.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import type { CreditSource } from '#shared/model/ledger/credit-movements.ts';
import type { LedgerSource } from '#shared/model/ledger/ledger.ts';
import { queryPages } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { ledgerDocuments, type ListedDocument } from './documents.ts';
import { readOpenings } from './openings.ts';

/** Months, or documents, that are read at the same time. */
const AT_ONCE = 6;

/** Seconds between the instant that a change of a document states and its end, with which it can be read. */
const UNSETTLED = 5;

/**
 * What ledgers from a day on are made of (docs/adr/0053-ledgers.md): the payments of the months since, then the list of documents, which has
 * what was paid until now. The two are no snapshot: documents that changed while they were read, or whose row is older than one of their
 * payments because the index follows its table late, are read again, each with its payments at one moment.
 *
 * @param from `YYYY-MM-DD`
 */
export const readLedger = (company: CompanyId, role: FiscalRole, from: string): Promise<LedgerSource> =>
  role === 'purchase'
    ? readDocuments(company, role, from)
    : withCredit(
        company,
        from,
        () => readDocuments(company, role, from),
        (source, credit) => ({ ...source, credit }),
      );

/** Reads of a ledger that credit does not change in between. */
const MOST_READS = 4;

/**
 * A ledger of sales with the credit of clients. An allocation changes both in one transaction: where credit is another one after the documents were read, all
 * is read again.
 */
async function withCredit<T>(
  company: CompanyId,
  from: string,
  read: () => Promise<T>,
  add: (source: T, credit: CreditSource) => T,
): Promise<T> {
  let credit = await readCreditSource(company, from);
  for (let reads = 1; ; reads++) {
    const source = await read();
    const after = await readCreditSource(company, from);
    if (reads === MOST_READS || JSON.stringify(after) === JSON.stringify(credit)) return add(source, after);
    credit = after;
  }
}

async function readDocuments(company: CompanyId, role: FiscalRole, from: string): Promise<LedgerSource> {
  const since = instantIn(-UNSETTLED);
  const [payments, openings] = await Promise.all([readEntries(company, role, from, isPayment), readOpenings(company, role)]);
  return upToDate(company, await readInvoiceList(company), { role, from, since, payments, openings });
}

/** The ledgers of clients and of suppliers, and of the month of their first day the documents in other currencies. */
export interface Books extends Record<FiscalRole, LedgerSource> {
  foreign: FiscalProjection[];
}

/** As `readLedger`, for both roles: the list is read once, and each month's documents with its payments. */
export const readBooks = (company: CompanyId, from: string): Promise<Books> =>
  withCredit(
    company,
    from,
    () => readBothRoles(company, from),
    (books, credit) => ({ ...books, sale: { ...books.sale, credit } }),
  );

async function readBothRoles(company: CompanyId, from: string): Promise<Books> {
  const since = instantIn(-UNSETTLED);
  const isForeign = (entry: FiscalEntry): entry is FiscalProjection =>
    !isPayment(entry) && entry.currency !== 'RON' && entry.period === monthOf(from);
  const isAsked = (entry: FiscalEntry): entry is FiscalEntry => isPayment(entry) || isForeign(entry);
  const [sales, purchases, openings] = await Promise.all([
    readEntries(company, 'sale', from, isAsked),
    readEntries(company, 'purchase', from, isAsked),
    readOpenings(company),
  ]);
  const list = await readInvoiceList(company);
  const ledger = (role: FiscalRole, entries: readonly FiscalEntry[]): Promise<LedgerSource> =>
    upToDate(company, list, {
      ...{ role, from, since, payments: entries.filter(isPayment) },
      openings: openings.filter(balance => balance.role === role),
    });
  const [sale, purchase] = await Promise.all([ledger('sale', sales), ledger('purchase', purchases)]);
  return { sale, purchase, foreign: [...sales, ...purchases].filter(isForeign) };
}

/** What was read of a ledger before the list, from an instant on. */
interface ReadBefore extends Pick<LedgerSource, 'from' | 'openings' | 'payments'> {
  role: FiscalRole;
  since: string;
}

/** The ledger with the documents of the list; those that may have changed meanwhile are read again. */
async function upToDate(company: CompanyId, list: InvoiceList, before: ReadBefore): Promise<LedgerSource> {
  const { role, from, since, openings, payments } = before;
  const asked = { role, from, since, paid: new Set(payments.map(one => one.documentId)) };
  const documents = ledgerDocuments(list, asked);
  const late = await readAgain(company, lateOf(documents, payments, since));
  if (late.length === 0) return { from, payments, openings, documents };
  const changes = late.map(({ invoice }) => ({ id: invoice.id, row: rowOf(invoice) }));
  const ids = new Set(late.map(({ invoice }) => invoice.id));
  return {
    ...{ from, openings },
    payments: [...payments.filter(one => !ids.has(one.documentId)), ...late.flatMap(paid => entriesOf(paid, from))],
    documents: ledgerDocuments({ ...list, changes: lastOfEach([...list.changes, ...changes]) }, asked),
  };
}

const isPayment = (entry: FiscalEntry): entry is PaymentEntry => 'paymentId' in entry;

/**
 * The entries of a role of the months from a day on, without payments before it. One query a month, a page of it for every 1 MB of its documents
 * and payments.
 *
 * @param isAsked what is kept of them, so that what nobody needs is not all in memory
 */
async function readEntries<Asked extends FiscalEntry>(
  company: CompanyId,
  role: FiscalRole,
  from: string,
  isAsked: (entry: FiscalEntry) => entry is Asked,
): Promise<Asked[]> {
  // No payment is of a day after today (SET-11).
  const found = await inTurns(monthsOf(from, today()), async month => {
    const entries: Asked[] = [];
    const range = { partition: companyPartition(company), beginsWith: fiscalPrefix(month, role) };
    for await (const page of queryPages<Item & { data: FiscalEntry }>(range, {}))
      for (const { data } of page) if (isAsked(data) && !(isPayment(data) && data.paymentDate < from)) entries.push(data);
    return entries;
  });
  return found.flat();
}

/** The documents that may have changed since the payments were read, or before that but after their rows. */
function lateOf(documents: readonly ListedDocument[], payments: readonly PaymentEntry[], since: string): string[] {
  const newest = new Map<string, string>();
  for (const { documentId, recordedAt } of payments)
    if (recordedAt > (newest.get(documentId) ?? '')) newest.set(documentId, recordedAt);
  const isLate = ({ id, updatedAt }: ListedDocument): boolean => updatedAt >= since || (newest.get(id) ?? '') > updatedAt;
  return documents.filter(isLate).map(({ id }) => id);
}

const readAgain = async (company: CompanyId, ids: readonly string[]): Promise<Paid[]> =>
  (await inTurns(ids, id => readPaid(company, id))).filter(paid => paid !== undefined);

const entriesOf = ({ invoice, payments }: Paid, from: string): PaymentEntry[] =>
  payments.filter(({ paymentDate }) => paymentDate >= from).map(payment => paymentEntryOf(invoice, payment));

async function inTurns<From, To>(all: readonly From[], read: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (let first = 0; first < all.length; first += AT_ONCE)
    done.push(...(await Promise.all(all.slice(first, first + AT_ONCE).map(read))));
  return done;
}
