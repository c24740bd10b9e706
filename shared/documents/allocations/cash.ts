import { cents, decimal, plain, round2 } from '#shared/base/kernel/money.ts';
import { type CashChange, cashOfDay, counted, readCashOfDay, writesOf } from '#shared/documents/payments/cash/day.ts';
import { cashWarnings, type Counted, splitWarnings } from '#shared/documents/payments/cash/rule.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { SettledInvoice } from './payments.ts';

/** The cash of an allocation in the cash of the client's day (SET-18): its payments, and the credit that it left. */

/** The credit that was taken in cash, in hundredths of a leu; undefined for none. Pure. */
export function cashOfCredit({ paymentMethod, amount, credit, exchangeRate }: Omit<Allocation, 'cashCents'>): number | undefined {
  if (paymentMethod !== 'cash' || decimal(amount).lte(0) || decimal(credit).lte(0)) return undefined;
  // What was owed back on documents may be credit too, but is no cash.
  const inCash = decimal(credit).lt(amount) ? decimal(credit) : decimal(amount);
  return cents(plain(round2(inCash.times(exchangeRate ?? '1'))));
}

const changesOf = (allocation: Allocation, invoices: readonly SettledInvoice[], sign: 1 | -1): CashChange[] => [
  ...invoices.flatMap(({ change: { before }, payments }) => counted(before, payments, sign)),
  ...(allocation.cashCents ? [cashOfDay(allocation.partner.id, allocation.paymentDate, sign * allocation.cashCents)] : []),
];

/** The writes that add an allocation to the cash of its day, or with -1 take it away. */
export const cashWrites = (
  companyId: CompanyId,
  allocation: Allocation,
  invoices: readonly SettledInvoice[],
  sign: 1 | -1,
): Write[] => writesOf({ companyId }, changesOf(allocation, invoices, sign));

/** The warnings about too much cash of a client in a day, or of a document over several days. One read when there is cash. */
export async function cashWarningsOf(
  companyId: CompanyId,
  allocation: Allocation,
  invoices: readonly (SettledInvoice & { earlier: readonly Payment[] })[],
  client: Counted,
): Promise<string[]> {
  const own = changesOf(allocation, invoices, 1).reduce((sum, [, added]) => sum + added, 0);
  if (own === 0) return [];
  const before = await readCashOfDay(companyId, allocation.partner.id, allocation.paymentDate);
  return [
    ...cashWarnings(client, allocation.paymentDate, before + own),
    ...invoices.flatMap(({ change, payments, earlier }) =>
      payments.flatMap(payment => splitWarnings(change.before, earlier, payment)),
    ),
  ];
}
