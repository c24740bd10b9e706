import { type BankTable, rateBefore } from '../bank.ts';
import { divided, exact, type Fraction, fraction, minus, ofCents, times, toCents } from '../exact.ts';
import type { Company, SentDocument } from '../sent.ts';
import { amountsOf, rateOf } from './amounts.ts';
import { type Books, roleOf, takesBack } from './books.ts';
import { openAt } from './ledger.ts';

/**
 * Exchange differences of a month (OMFP 1802/2014, pct. 304, 316, 322, 325), from what was sent and the bank's table alone: in cents of lei by
 * account and kind, as `765 payment`.
 */

/** Of the last day in a month on which the bank published rates. */
function rateAtEnd(table: BankTable, currency: string, month: string): Fraction {
  const last = [...table.keys()].filter(day => day.startsWith(month)).sort();
  const rate = table.get(last.at(-1) ?? '')?.get(currency);
  if (!rate) throw new Error(`The bank has no rate of ${currency} in ${month}.`);
  return rate;
}

function monthBefore(month: string): string {
  const [year = 0, place = 0] = month.split('-').map(Number);
  return place === 1 ? `${year - 1}-12` : `${year}-${String(place - 1).padStart(2, '0')}`;
}

const isEqual = (a: Fraction, b: Fraction): boolean => a.over * b.under === b.over * a.under;

/** Rounded to the eight decimals that rates of the books have. */
const rounded = (rate: Fraction): Fraction => fraction(BigInt(toCents(times(rate, exact('1000000')))), 100_000_000n);

/** A final invoice takes off its advance at the rate of the advance (pct. 316 (2)): its lei are not its amount at its own rate. */
function rateOfEntry(document: SentDocument, table: BankTable): Fraction {
  const own = rateOf(document, table);
  const { parent, lines } = document;
  if (!parent || !lines.some(line => line.settles) || isEqual(own, rateOf(parent, table))) return own;
  const { groups, total } = amountsOf(document, table);
  const lei = groups.reduce((sum, { baseLei, vatLei }) => sum + baseLei + vatLei, 0);
  return rounded(divided(ofCents(lei), ofCents(total)));
}

/** @param of `lastDay` of the month; `isEnded`, so that open amounts are revalued */
export function differencesOf(
  books: Books,
  table: BankTable,
  of: { company: Company; month: string; lastDay: string; isEnded: boolean },
): Map<string, number> {
  const { company, month, lastDay, isEnded } = of;
  const sums = new Map<string, number>();
  const add = (kind: string, role: string, cents: number, by: Fraction): void => {
    const more = toCents(times(ofCents(cents), by));
    const gain = role === 'sale' ? more : 0 - more;
    if (gain === 0) return;
    const key = `${gain > 0 ? '765' : '665'} ${kind}`;
    sums.set(key, (sums.get(key) ?? 0) + Math.abs(gain));
  };
  const inBooks = (document: SentDocument): Fraction =>
    document.issueDate.startsWith(month) ? rateOfEntry(document, table) : rateAtEnd(table, document.currency, monthBefore(month));

  for (const entry of books.entries.filter(one => one.books === company && one.document.currency !== 'RON')) {
    const { document } = entry;
    if (takesBack(entry) || document.issueDate > lastDay) continue;
    const role = roleOf(entry);
    for (const { date, amount } of books.paymentsOf(entry).filter(one => one.date.startsWith(month)))
      add('payment', role, amount, minus(rateBefore(table, document.currency, date), inBooks(document)));
    for (const other of books.entries)
      if (other.books === company && other.document.parent === document && takesBack(other))
        if (other.document.issueDate.startsWith(month))
          add('credit', role, 0 - other.amounts.payable, minus(rateOf(other.document, table), inBooks(document)));
  }
  if (isEnded)
    for (const role of ['sale', 'purchase'])
      for (const { document, currency, open } of openAt(books, table, { company, role, day: lastDay }))
        if (currency !== 'RON') add('revaluation', role, open, minus(rateAtEnd(table, currency, month), inBooks(document)));
  return sums;
}
