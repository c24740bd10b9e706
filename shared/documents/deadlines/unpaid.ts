import { daysBetween } from '#shared/base/kernel/dates.ts';
import { type InvoiceList, selectFrom } from '#shared/documents/invoices/list/whole.ts';
import type { AtPlace, Condition, RowReader, Sum } from '#shared/documents/lists/definition.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';

/** What clients owe a company, by the days for which it is overdue (REP-18). Pure. */

/** The last day of each bucket: days after the due date. What is not overdue, or has no due date, is in the first. */
const AGES = { current: 0, upTo30: 30, upTo60: 60, upTo90: 90, over90: Infinity } as const;
export type Age = keyof typeof AGES;
export const AGE_NAMES = Object.keys(AGES) as Age[];

/** The open balances in a currency. */
export interface Unpaid {
  currency: string;
  /** The number of documents. */
  count: number;
  total: number;
  byAge: Record<Age, number>;
}

/** Sales in force with an open balance: issued ones, and received ones that a client has issued in the company's name (TAX-54). */
const OWED: Condition<InvoiceRow>[] = [
  { field: 'status', holds: status => status !== 'draft' && status !== 'cancelled' },
  {
    test: read => {
      const [direction, selfBilled, balance] = [read.word('direction'), read.word('selfBilled'), read.cents('balance')];
      return place => balance(place) > 0 && (direction(place) === 'outgoing') !== (selfBilled(place) === true);
    },
  },
];

export const unpaidByAge = (list: InvoiceList, day: string): Unpaid[] =>
  selectFrom(list, { conditions: OWED, limit: 0, sum: new ByAge(day) }).totals ?? [];

const ageOf = (dueDate: string | null, day: string): Age => {
  const days = dueDate === null ? 0 : daysBetween(dueDate, day);
  return AGE_NAMES.find(age => days <= AGES[age]) ?? 'over90';
};

/** Sums in cents by currency and age. */
class ByAge implements Sum<InvoiceRow, Unpaid[]> {
  readonly #day: string;
  readonly #sums = new Map<string, { count: number; cents: Record<Age, number> }>();

  constructor(day: string) {
    this.#day = day;
  }

  adder(read: RowReader<InvoiceRow>): AtPlace<void> {
    const [currency, dueDate, balance] = [read.word('currency'), read.word('dueDate'), read.cents('balance')];
    // Many rows have the same due date.
    const ages = new Map<string | null, Age>();
    return place => {
      const due = dueDate(place) ?? null;
      const age = ages.get(due) ?? ageOf(due, this.#day);
      ages.set(due, age);
      const name = currency(place) ?? '';
      const sum = this.#sums.get(name) ?? { count: 0, cents: none() };
      this.#sums.set(name, sum);
      sum.count += 1;
      sum.cents[age] += balance(place);
    };
  }

  sums(): Unpaid[] {
    return [...this.#sums.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { count, cents }]) => ({
        ...{ currency, count, total: AGE_NAMES.reduce((sum, age) => sum + cents[age], 0) / 100 },
        byAge: Object.fromEntries(AGE_NAMES.map(age => [age, cents[age] / 100])) as Record<Age, number>,
      }));
  }
}

const none = (): Record<Age, number> => Object.fromEntries(AGE_NAMES.map(age => [age, 0])) as Record<Age, number>;
