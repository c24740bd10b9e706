import { cents } from '#shared/base/kernel/money.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { type CashLimits, limitsOn } from './limits.ts';

/**
 * The cash of a partner in a day, as receipts change it. What they take is counted with their allocations (allocations/cash.ts). What is paid to a
 * partner has a day of its own: the law limits each way alone.
 */

type Counted = Pick<Receipt, 'companyId' | 'clientId' | 'kind' | 'date' | 'amount'>;

const isIn = ({ kind }: Pick<Receipt, 'kind'>): boolean => kind === 'receipt';

const keyOf = ({ companyId, clientId, date }: Counted): Key => companyKey(companyId, `CASHOUT#${clientId}#${date}`);

/** Whether a receipt is cash paid to a client. */
const isPaidOut = (receipt: Counted): boolean => receipt.clientId !== null && !isIn(receipt);

/** The write that adds a cash payment to the cash of its day, or with -1 takes it away; none where its allocation or payment does. */
export function receiptCashWrites(receipt: Counted, sign: 1 | -1): Write[] {
  if (!isPaidOut(receipt)) return [];
  return [
    update(keyOf(receipt), {
      expression: 'SET #kind = :kind ADD #cents :cents',
      names: { '#kind': 'kind', '#cents': 'cents' },
      values: { ':kind': 'cash-day', ':cents': sign * cents(receipt.amount) },
    }),
  ];
}

/** The warnings about a new receipt, of which its allocation does not warn. One read for a cash payment to a client. */
export async function receiptCashWarnings(receipt: Counted & Pick<Receipt, 'isPerson' | 'partner'>): Promise<string[]> {
  if (receipt.clientId !== null && isIn(receipt)) return [];
  const day = isPaidOut(receipt) ? await getItem<Item & { cents: number }>(keyOf(receipt)) : undefined;
  return cashWarning(receipt, (day?.cents ?? 0) + cents(receipt.amount));
}

/**
 * The warning about a day's cash of one partner. Pure.
 *
 * @param total in hundredths of a leu, with this receipt
 * @returns at most one
 */
export function cashWarning(
  { kind, date, isPerson, partner }: Pick<Receipt, 'kind' | 'date' | 'isPerson' | 'partner'>,
  total: number,
  limits: CashLimits | undefined = limitsOn(date),
): string[] {
  const limit = isPerson ? limits?.person : limits?.business;
  if (limit === undefined || total <= limit * 100) return [];
  return [
    `amount: the cash ${isIn({ kind }) ? 'taken from' : 'paid to'} ${partner.name} on ${date} adds up to ${(total / 100).toFixed(2)} lei; the law allows ${limit.toFixed(2)} lei a day ${isPerson ? 'for a person' : 'for a business'} (Legea 70/2015).`,
  ];
}
