import type { NewDraftWith } from '#shared/documents/common/store-draft.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { type Commit, update, type Write } from '#shared/platform/store/transact.ts';
import type { RecordedPayment } from '../record.ts';
import type { Payable, PayableParts } from '../store.ts';
import { cashWarnings, centsOf, isCash, paidOutWarnings, partnerOf, splitWarnings } from './rule.ts';

/**
 * The cash of a partner in a day: item `C#<company>` / `CASH#<partner>#<day>`, and what was paid to all businesses together: `CASHOUTDAY#<day>`. They are changed
 * in the transactions that record and remove cash payments, and in those that change client or exchange rate of an invoice that has some. Payments of partners
 * without a record are each compared alone.
 */
type CashDay = Item & { cents: number };

const sortKeyOf = (partner: string, day: string): string => `CASH#${partner}#${day}`;

type InCompany = Pick<Invoice, 'companyId'>;

const keyOf = ({ companyId }: InCompany, sk: string): Key => companyKey(companyId, sk);

/** What changes the cash of a day: the day's sort key, and hundredths of a leu. */
export type CashChange = [sk: string, cents: number];

/** Cash that no invoice has: that of a client's credit. */
export const cashOfDay = (partner: string, day: string, cents: number): CashChange => [sortKeyOf(partner, day), cents];

const allPaidKey = (day: string): string => `CASHOUTDAY#${day}`;

/** Cash that is paid to a business, in the sum of all of them. */
export const cashOfAllPaid = (day: string, cents: number): CashChange => [allPaidKey(day), cents];

/** What cash payments add to their days, or with -1 take away: by sort key, in hundredths of a leu. */
export function counted(invoice: Invoice, payments: readonly Payment[], sign: 1 | -1): CashChange[] {
  const partner = partnerOf(invoice);
  return payments.filter(isCash).flatMap(payment => {
    const own = sign * centsOf(invoice, payment);
    return [
      ...(partner === null ? [] : [cashOfDay(partner, payment.paymentDate, own)]),
      ...(invoice.direction === 'incoming' ? [cashOfAllPaid(payment.paymentDate, own)] : []),
    ];
  });
}

/** One write for each day whose cash changes. */
export function writesOf(invoice: InCompany, changes: readonly CashChange[]): Write[] {
  const byDay = new Map<string, number>();
  for (const [sk, change] of changes) byDay.set(sk, (byDay.get(sk) ?? 0) + change);
  return [...byDay]
    .filter(([, change]) => change !== 0)
    .map(([sk, change]) =>
      update(keyOf(invoice, sk), {
        expression: 'SET #kind = :kind ADD #cents :cents',
        names: { '#kind': 'kind', '#cents': 'cents' },
        values: { ':kind': 'cash-day', ':cents': change },
      }),
    );
}

/** The writes that add payments to the cash of their days, or with -1 take them away; none for other payments. */
export const cashWrites = (invoice: Invoice, payments: readonly Payment[], sign: 1 | -1): Write[] =>
  writesOf(invoice, counted(invoice, payments, sign));

/** The writes for a changed invoice: its cash counts for the partner and at the exchange rate that it has now. */
export const movedCash = (before: Invoice, after: Invoice, payments: readonly Payment[]): Write[] =>
  writesOf(after, [...counted(before, payments, -1), ...counted(after, payments, 1)]);

/** What a day counts, in hundredths of a leu. One read. */
export const readCash = async (companyId: InCompany['companyId'], sk: string): Promise<number> =>
  (await getItem<CashDay>(keyOf({ companyId }, sk)))?.cents ?? 0;

/** The cash of a partner in a day, in hundredths of a leu. One read. */
export const readCashOfDay = (companyId: InCompany['companyId'], partner: string, day: string): Promise<number> =>
  readCash(companyId, sortKeyOf(partner, day));

/** The cash that was paid to all businesses in a day, in hundredths of a leu. One read. */
export const readCashPaid = (companyId: InCompany['companyId'], day: string): Promise<number> =>
  readCash(companyId, allPaidKey(day));

/**
 * The warnings about a new payment, which the day does not count yet. One read for a cash payment, and beside it another one for a purchase.
 *
 * @param earlier the payments that the invoice has had before
 */
async function warningsOf(invoice: Invoice, payment: Payment | undefined, earlier: readonly Payment[] = []): Promise<string[]> {
  if (!payment || !isCash(payment)) return [];
  const { companyId, direction } = invoice;
  const partner = partnerOf(invoice);
  const day = payment.paymentDate;
  const isPaid = direction === 'incoming';
  const [before, paidBefore] = await Promise.all([
    partner === null ? 0 : readCashOfDay(companyId, partner, day),
    isPaid ? readCashPaid(companyId, day) : 0,
  ]);
  const own = centsOf(invoice, payment);
  return [
    ...cashWarnings(invoice, day, before + own),
    ...(isPaid ? paidOutWarnings(day, paidBefore + own) : []),
    ...splitWarnings(invoice, earlier, payment),
  ];
}

/** Commits a recorded payment with the cash of its day, and warns of too much of it. */
export const withCash =
  (commit: Commit<RecordedPayment>): Commit<RecordedPayment> =>
  async (writes, recorded) => {
    const { invoice, payment, earlier } = recorded;
    const warnings = [...recorded.warnings, ...(await warningsOf(invoice, payment, earlier))];
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
export async function withCollectedCash<D extends PayableParts>(draft: NewDraftWith<D>): Promise<NewDraftWith<D>> {
  const { document, children, extras, writes = [] } = draft;
  const payments: readonly Payment[] = children?.payments ?? [];
  const warnings = await warningsOf(document, payments[0]);
  return {
    ...draft,
    extras: { ...extras, warnings: [...(extras?.warnings ?? []), ...warnings] },
    writes: [...writes, ...cashWrites(document, payments, 1)],
  };
}
