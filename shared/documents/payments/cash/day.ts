import type { NewDraftWith } from '#shared/documents/common/store-draft.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey, companyScope, type Item, type Key } from '#shared/platform/store/table.ts';
import { type Commit, update, type Write } from '#shared/platform/store/transact.ts';
import type { RecordedPayment } from '../record.ts';
import type { Payable } from '../store.ts';
import { cashWarnings, centsOf, isCash, partnerOf } from './rule.ts';

/**
 * The cash of a partner in a day: item `C#<company>` / `CASH#<partner>#<day>`, changed in the transactions that record and remove cash
 * payments. Payments of partners without a record are each compared alone.
 */
type CashDay = Item & { cents: number };

const keyOf = ({ companyId }: Invoice, partner: string, day: string): Key =>
  companyKey(companyScope(companyId), `CASH#${partner}#${day}`);

/** The writes that add a payment to the cash of its day, or with -1 take it away; none for other payments. */
export function cashWrites(invoice: Invoice, payments: readonly Payment[], sign: 1 | -1): Write[] {
  const partner = partnerOf(invoice);
  if (partner === null) return [];
  const byDay = new Map<string, number>();
  for (const payment of payments.filter(isCash))
    byDay.set(payment.paymentDate, (byDay.get(payment.paymentDate) ?? 0) + sign * centsOf(invoice, payment));
  return [...byDay].map(([day, change]) =>
    update(keyOf(invoice, partner, day), {
      expression: 'SET #kind = :kind ADD #cents :cents',
      names: { '#kind': 'kind', '#cents': 'cents' },
      values: { ':kind': 'cash-day', ':cents': change },
    }),
  );
}

/** The warnings about a new payment, which the day does not count yet. One read for a cash payment. */
async function warningsOf(invoice: Invoice, payment: Payment | undefined): Promise<string[]> {
  if (!payment || !isCash(payment)) return [];
  const partner = partnerOf(invoice);
  const day = partner === null ? undefined : await getItem<CashDay>(keyOf(invoice, partner, payment.paymentDate));
  return cashWarnings(invoice, payment.paymentDate, (day?.cents ?? 0) + centsOf(invoice, payment));
}

/** Commits a recorded payment with the cash of its day, and warns of too much of it. */
export const withCash =
  (commit: Commit<RecordedPayment>): Commit<RecordedPayment> =>
  async (writes, recorded) => {
    const { invoice, payment } = recorded;
    const warnings = [...recorded.warnings, ...(await warningsOf(invoice, payment))];
    return commit([...writes, ...cashWrites(invoice, [payment], 1)], { ...recorded, warnings });
  };

/** Commits the removal of a payment, without which the cash of its day is less. */
export const withoutCash =
  ({ document, payments }: Payable, paymentId: string, commit: Commit<void>): Commit<void> =>
  (writes, result) => {
    const removed = payments.filter(({ id }) => id === paymentId);
    return commit([...writes, ...cashWrites(document, removed, -1)], result);
  };

/** A new invoice with the cash that it was created with (`collect`). */
export async function withCollectedCash<S extends Payable>(draft: NewDraftWith<Invoice, S>): Promise<NewDraftWith<Invoice, S>> {
  const { document, children, extras, writes = [] } = draft;
  const payments = children?.payments ?? [];
  const warnings = await warningsOf(document, payments[0]);
  return {
    ...draft,
    extras: { ...extras, warnings: [...(extras?.warnings ?? []), ...warnings] },
    writes: [...writes, ...cashWrites(document, payments, 1)],
  };
}
