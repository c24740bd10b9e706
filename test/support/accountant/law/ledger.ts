import type { BankTable } from '../bank.ts';
import { ofCents, times, toCents } from '../exact.ts';
import type { Company, Party, SentDocument } from '../sent.ts';
import { rateOf } from './amounts.ts';
import { type Books, type Entry, roleOf, takesBack } from './books.ts';

/** The accounts of clients and suppliers, from what was sent alone; amounts in cents of the document's currency unless they say lei. */

export interface Movement {
  partner: Party;
  currency: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** What the partner owes more, of a supplier what is owed to him more; negative for less. */
  owed: number;
}

/** The other party: the client of a company's own document, the issuer of one that it received. */
export const partnerOf = ({ document, books }: Entry): Party => (document.issuer === books ? document.client : document.issuer);

const isIn = (entry: Entry, company: Company, role: string): boolean => entry.books === company && roleOf(entry) === role;

/** Documents at their days of issue with what is to be paid on them, payments at theirs. */
export const movementsOf = (books: Books, company: Company, role: string): Movement[] =>
  books.entries
    .filter(entry => isIn(entry, company, role))
    .flatMap(entry => {
      const common = { partner: partnerOf(entry), currency: entry.document.currency };
      const paid = books.paymentsOf(entry).map(({ date, amount }) => ({ ...common, date, owed: 0 - amount }));
      return [{ ...common, date: entry.document.issueDate, owed: entry.amounts.payable }, ...paid];
    });

export interface Account {
  opening: number;
  debit: number;
  credit: number;
  closing: number;
}

/** The accounts of a period, by partner and currency. What suppliers are owed is a credit, and opens and closes an account of purchases. */
export function accountsOf(movements: readonly Movement[], role: string, from: string, to: string): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const { partner, currency, date, owed } of movements) {
    if (date > to) continue;
    const key = `${partner} ${currency}`;
    const account = accounts.get(key) ?? { opening: 0, debit: 0, credit: 0, closing: 0 };
    const charges = role === 'sale' ? 'debit' : 'credit';
    const lowers = role === 'sale' ? 'credit' : 'debit';
    if (date < from) account.opening += owed;
    else if (owed > 0) account[charges] += owed;
    else account[lowers] -= owed;
    account.closing = account.opening + account[charges] - account[lowers];
    accounts.set(key, account);
  }
  return accounts;
}

export const AGES = ['current', '0-30', '31-60', '61-90', '90+'] as const;
export interface Open {
  document: SentDocument;
  partner: Party;
  currency: string;
  age: (typeof AGES)[number];
  /** What is to be paid, and what was paid and credited of it. */
  total: number;
  settled: number;
  open: number;
  /** Cents of lei. */
  openLei: number;
}

const TERM_DAYS = 30;
const ageOf = (daysLate: number): Open['age'] =>
  daysLate <= 0 ? 'current' : daysLate <= 30 ? '0-30' : daysLate <= 60 ? '31-60' : daysLate <= 90 ? '61-90' : '90+';

/** What is open at the end of a day on each document: negative where more was paid or credited than is to be paid. */
export const openAt = (books: Books, table: BankTable, of: { company: Company; role: string; day: string }): Open[] =>
  books.entries
    .filter(entry => isIn(entry, of.company, of.role) && entry.document.issueDate <= of.day && !takesBack(entry))
    .flatMap(entry => {
      const { document, amounts } = entry;
      const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
      const paid = sum(
        books
          .paymentsOf(entry)
          .filter(({ date }) => date <= of.day)
          .map(({ amount }) => amount),
      );
      const credited = sum(
        books.entries
          .filter(other => other.books === of.company && other.document.parent === document && takesBack(other))
          .filter(other => other.document.issueDate <= of.day)
          .map(other => -other.amounts.payable),
      );
      const open = amounts.payable - paid - credited;
      if (open === 0) return [];
      const daysLate = (Date.parse(of.day) - Date.parse(document.issueDate)) / 86_400_000 - TERM_DAYS;
      const openLei = toCents(times(ofCents(open), rateOf(document, table)));
      const partner = partnerOf(entry);
      const [total, settled] = [amounts.payable, paid + credited];
      return [{ document, partner, currency: document.currency, age: ageOf(daysLate), total, settled, open, openLei }];
    });
