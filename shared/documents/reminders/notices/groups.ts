import { addDays } from '#shared/base/kernel/dates.ts';
import { amount, sum } from '#shared/base/kernel/money.ts';
import type { DueGroup } from '#shared/output/mail/requests.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';

/** The groups of invoices in a notice: due in 3 days, due today, overdue by 1 day (OUT-94, OUT-95). Pure. */

const GROUPS = [
  { when: 'yesterday', days: -1 },
  { when: 'today', days: 0 },
  { when: 'in_3_days', days: 3 },
] as const;

/** Maximum of invoices of a group that a notice lists individually. */
const NAMED = 20;

/** The due dates that a notice of the day covers. */
export const noticedDates = (day: string): Set<string> => new Set(GROUPS.map(({ days }) => addDays(day, days)));

/** Groups open invoices by due date, the largest balances first; empty groups are left out. */
export const groupsOf = (rows: readonly InvoiceRow[], day: string): DueGroup[] =>
  GROUPS.flatMap(({ when, days }): DueGroup[] => {
    const dueDate = addDays(day, days);
    const due = rows.filter(row => row.dueDate === dueDate);
    return due.length > 0 ? [{ when, dueDate, count: due.length, sums: sumsOf(due), invoices: namedOf(due) }] : [];
  });

const namedOf = (rows: readonly InvoiceRow[]): DueGroup['invoices'] =>
  rows
    .toSorted((a, b) => Number(b.balance) - Number(a.balance) || (a.number < b.number ? -1 : 1))
    .slice(0, NAMED)
    .map(({ number, clientName, currency, balance }) => ({ number, clientName: clientName ?? '', currency, balance }));

/** One sum per currency, ordered by currency code. */
const sumsOf = (rows: readonly InvoiceRow[]): DueGroup['sums'] =>
  [...new Set(rows.map(({ currency }) => currency))].sort().map(currency => ({
    currency,
    balance: amount(sum(rows.filter(row => row.currency === currency).map(({ balance }) => balance))),
  }));
