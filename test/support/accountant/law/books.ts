import type { BankTable } from '../bank.ts';
import { exact, ofCents, partOf, times, toCents } from '../exact.ts';
import { type Company, countryOf, type SentDocument, type SentMonth, type SentPayment } from '../sent.ts';
import { type Amounts, amountsOf, changed, type Group, isTaxed, negated, sameGroup } from './amounts.ts';
import { isSale, monthOf, taxPointOf } from './tax-month.ts';

/**
 * The books of the three companies as an accountant would keep them: what counts in which month, what VAT on collection makes due by each
 * payment (Cod fiscal, art. 282 (3), (10), 297 (2), (3)), and what may be deducted. From what was sent alone; amounts in cents.
 */

export interface RowGroup extends Group {
  operation: string;
  baseDueLei: number;
  vatDueLei: number;
  selfAssessedLei: number;
  deductibleLei: number;
}

/** A row of a journal: a document of the month, or a payment that makes VAT due in it. */
export interface Row {
  books: Company;
  role: 'sale' | 'purchase';
  month: string;
  date: string;
  document: SentDocument;
  payment?: SentPayment;
  groups: RowGroup[];
}

/** A document in the books of a company. */
export interface Entry {
  document: SentDocument;
  books: Company;
  amounts: Amounts;
  paid: number;
  credited: number;
  /** VAT on collection: what was not due at first, and what is not due yet. */
  notDueAtFirst: Group[];
  notDue: Group[];
  isCancelled: boolean;
  isValidated: boolean;
  /** The day of its entry; the share of its VAT that is deducted, in percent. */
  entered?: string;
  deductiblePercent: number;
}

interface Collected {
  entry: Entry;
  payment: SentPayment;
  groups: Group[];
}

/** @param months what was sent, in its order */
export function keepBooks(months: readonly SentMonth[], table: BankTable) {
  const entries = new Map<string, Entry>();
  const collected = new Map<number, Collected>();
  const payments = new Map<number, SentPayment>();
  const keyOf = (document: SentDocument, books: Company): string => `${books} ${document.place}`;
  const entryOf = (document: SentDocument, books: Company): Entry => {
    const entry = entries.get(keyOf(document, books));
    if (!entry) throw new Error(`${books} does not have document ${document.place}.`);
    return entry;
  };

  function enter(document: SentDocument, books: Company, entered?: string): void {
    const amounts = amountsOf(document, table);
    const entry: Entry = {
      ...{ document, books, amounts, paid: 0, credited: 0, notDueAtFirst: [], notDue: [] },
      ...{ isCancelled: false, isValidated: false, deductiblePercent: books === 'N' ? 0 : 100 },
      ...(entered !== undefined && { entered }),
    };
    entries.set(keyOf(document, books), entry);
    const taxed = amounts.groups.filter(isTaxed);
    if (takesBack(entry)) return takeBack(entry);
    if (isOnCollection(document, books) && taxed.length > 0) {
      entry.notDue = changed(taxed, cents =>
        amounts.payable < amounts.total ? partOf(cents, amounts.payable, amounts.total) : cents,
      );
      entry.notDueAtFirst = entry.notDue;
    }
    // What takes back may have arrived before its invoice.
    for (const other of entries.values())
      if (other.document.parent === document && other.books === books && takesBack(other)) takeBack(other);
  }

  /**
   * What takes back lowers first what was not due, for the part that was not paid; the rest counts in its own month. When nothing is left to be paid, no
   * payment makes the rest due: it takes all of that, also of rates that it does not have.
   */
  function takeBack(entry: Entry): void {
    const taxed = entry.amounts.groups.filter(isTaxed);
    const { parent } = entry.document;
    const reversed = parent && entries.get(keyOf(parent, entry.books));
    if (!reversed || takesBack(reversed)) return;
    const whole = -entry.amounts.payable;
    const openBefore = openOf(reversed);
    const unpaid = Math.min(whole, openBefore);
    reversed.credited += whole;
    if (reversed.notDue.length === 0 || unpaid <= 0) return;
    const isClosed = whole >= openBefore;
    const share = isClosed
      ? reversed.notDue
      : changed(negated(taxed), (cents, group, name) =>
          Math.min(unpaid < whole ? partOf(cents, unpaid, whole) : cents, sameGroup(reversed.notDue, group)?.[name] ?? 0),
        );
    reversed.notDue = lessened(reversed.notDue, share);
    entry.notDueAtFirst = negated(share);
  }

  function pay(payment: SentPayment): void {
    const entry = entryOf(payment.document, payment.books);
    const open = openOf(entry);
    if (entry.notDue.length > 0) {
      const groups = changed(entry.notDue, cents => (payment.amount >= open ? cents : partOf(cents, payment.amount, open)));
      entry.notDue = lessened(entry.notDue, groups);
      collected.set(payment.place, { entry, payment, groups });
    }
    entry.paid += payment.amount;
    payments.set(payment.place, payment);
  }

  function removePayment(payment: SentPayment): void {
    const entry = entryOf(payment.document, payment.books);
    entry.paid -= payment.amount;
    payments.delete(payment.place);
    const made = collected.get(payment.place);
    if (made) entry.notDue = lessened(entry.notDue, negated(made.groups));
    collected.delete(payment.place);
  }

  for (const month of months) {
    for (const document of [...month.documents, ...month.followers]) {
      enter(document, document.issuer);
      if (document.collected !== undefined)
        pay({
          place: -1 - document.place,
          document,
          books: document.issuer,
          amount: document.collected,
          date: document.issueDate,
        });
    }
    month.payments.forEach(pay);
    month.removed.forEach(removePayment);
    for (const document of month.voided) entryOf(document, document.issuer).isCancelled = true;
    for (const document of month.submitted) entryOf(document, document.issuer).isValidated = true;
    for (const document of month.cancelled) entryOf(document, document.issuer).isCancelled = true;
    for (const { document, books } of month.arrivals.toSorted((a, b) => a.document.place - b.document.place))
      enter(document, books, month.lastDay);
    for (const { document, books, ...noted } of month.bookings) {
      const entry = entryOf(document, books);
      // A company that is not registered deducts nothing.
      if (noted.deductiblePercent !== undefined && books !== 'N') entry.deductiblePercent = noted.deductiblePercent;
      if (noted.receivedDate !== undefined) entry.entered = noted.receivedDate;
    }
    month.laterPayments.forEach(pay);
  }

  const inForce = [...entries.values()].filter(({ isCancelled, isValidated }) => !isCancelled || isValidated);
  return {
    /** The documents that count, here or at the authority. */
    entries: inForce,
    rows: [...inForce.map(documentRow), ...[...collected.values()].map(paymentRow)],
    openOf,
    paymentsOf: ({ document, books }: Entry): SentPayment[] =>
      [...payments.values()].filter(payment => payment.document === document && payment.books === books),
  };
}

export type Books = ReturnType<typeof keepBooks>;

export const takesBack = ({ document, amounts }: Pick<Entry, 'document' | 'amounts'>): boolean =>
  document.kind === 'credit' || document.kind === 'storno' || amounts.payable < 0;

const openOf = ({ amounts, paid, credited }: Entry): number => Math.max(0, amounts.payable - paid - credited);

/** Supplier or buyer applies VAT on collection, or the document says so. */
function isOnCollection(document: SentDocument, books: Company): boolean {
  if (document.kind === 'selfBilled') return document.onCollection === true || (document.issuer !== books && books === 'T');
  return document.issuer === 'T' || books === 'T';
}

const lessened = (groups: readonly Group[], by: readonly Group[]): Group[] =>
  changed(groups, (cents, group, name) => cents - (sameGroup(by, group)?.[name] ?? 0));

const REVERSE_CHARGE_RATE = '21';

/** What the law calls a supply, by the category of the e-invoice and where the other party is. */
function operationOf({ category }: Group, document: SentDocument): string {
  const country = countryOf(document.client);
  const names = {
    ...{ S: 'domestic', K: 'goods_eu', G: 'export', E: 'exempt_without_deduction', O: 'outside' },
    AE: country === 'RO' ? 'reverse_charge' : 'services_eu',
  };
  return names[category];
}

const percentOf = (cents: number, percent: number | string): number =>
  toCents(times(ofCents(cents), exact(percent), exact('0.01')));

export const roleOf = ({ document, books }: Pick<Entry, 'document' | 'books'>): Row['role'] =>
  isSale(document, books) ? 'sale' : 'purchase';

function documentRow(entry: Entry): Row {
  const { document, books, amounts, notDueAtFirst, entered, deductiblePercent } = entry;
  const role = roleOf(entry);
  const others = notDueAtFirst.filter(group => group.vatLei !== 0 && !sameGroup(amounts.groups, group));
  const groups = [...amounts.groups, ...changed(others, () => 0)].map(group => {
    const waiting = sameGroup(notDueAtFirst, group);
    const vatDueLei = group.vatLei - (waiting?.vatLei ?? 0);
    const isOwed = role === 'purchase' && group.category === 'AE' && books !== 'N';
    const selfAssessedLei = isOwed ? percentOf(group.baseLei, REVERSE_CHARGE_RATE) : 0;
    const deductibleLei =
      role === 'sale' ? 0 : percentOf(vatDueLei, deductiblePercent) + percentOf(selfAssessedLei, deductiblePercent);
    return {
      ...group,
      ...{ operation: operationOf(group, document), baseDueLei: group.baseLei - (waiting?.baseLei ?? 0) },
      ...{ vatDueLei, selfAssessedLei, deductibleLei },
    };
  });
  return { books, role, month: monthOf(document, books, entered), date: taxPointOf(document), document, groups };
}

function paymentRow({ entry, payment, groups }: Collected): Row {
  const { document, books, deductiblePercent } = entry;
  const role = roleOf(entry);
  return {
    ...{ books, role, month: payment.date.slice(0, 7), date: payment.date, document, payment },
    groups: groups.map(group => ({
      ...group,
      ...{ base: 0, vat: 0, baseLei: 0, vatLei: 0, operation: 'domestic', baseDueLei: group.baseLei, vatDueLei: group.vatLei },
      ...{ selfAssessedLei: 0, deductibleLei: role === 'sale' ? 0 : percentOf(group.vatLei, deductiblePercent) },
    })),
  };
}
