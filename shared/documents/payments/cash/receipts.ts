import { cents } from '#shared/base/kernel/money.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { type CashChange, cashOfAllPaid, readCash, readCashPaid, writesOf } from './day.ts';
import { type CashLimits, limitOf, limitsOn } from './limits.ts';
import { leiOf, paidOutWarnings } from './rule.ts';

/**
 * The cash of a partner in a day, as receipts change it. What they take is counted with their allocations (allocations/cash.ts). What is paid to a
 * partner has a day of its own: the law limits each way alone.
 */

type Counted = Pick<Receipt, 'companyId' | 'clientId' | 'kind' | 'date' | 'amount' | 'isPerson'>;

const isIn = ({ kind }: Pick<Receipt, 'kind'>): boolean => kind === 'receipt';

const sortKeyOf = ({ clientId, date }: Counted): string => `CASHOUT#${clientId}#${date}`;

/** Whether a receipt is cash paid to a client. */
const isPaidOut = (receipt: Counted): boolean => receipt.clientId !== null && !isIn(receipt);

/** Whether a receipt is cash paid to a business, of which the law limits the sum of a day too. */
const isToBusiness = (receipt: Counted): boolean => !isIn(receipt) && !receipt.isPerson;

/** The writes that add a cash payment to the cash of its day, or with -1 take it away; none where its allocation or payment does. */
export function receiptCashWrites(receipt: Counted, sign: 1 | -1): Write[] {
  const own = sign * cents(receipt.amount);
  const changes: CashChange[] = [
    ...(isPaidOut(receipt) ? [[sortKeyOf(receipt), own] satisfies CashChange] : []),
    ...(isToBusiness(receipt) ? [cashOfAllPaid(receipt.date, own)] : []),
  ];
  return writesOf(receipt, changes);
}

/** The warnings about a new receipt, of which its allocation does not warn. Two parallel reads for a cash payment to a client. */
export async function receiptCashWarnings(receipt: Counted & Pick<Receipt, 'partner'>): Promise<string[]> {
  const { companyId, clientId, date, amount } = receipt;
  if (clientId !== null && isIn(receipt)) return [];
  const [before, paidBefore] = await Promise.all([
    isPaidOut(receipt) ? readCash(companyId, sortKeyOf(receipt)) : 0,
    isToBusiness(receipt) ? readCashPaid(companyId, date) : 0,
  ]);
  const own = cents(amount);
  return [
    ...cashWarning(receipt, before + own),
    ...(isToBusiness(receipt) ? paidOutWarnings(date, paidBefore + own, 'amount') : []),
  ];
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
  const limit = limitOf(limits, { way: isIn({ kind }) ? 'taken' : 'paid', isPerson });
  if (limit === null || total <= limit * 100) return [];
  return [
    `amount: the cash ${isIn({ kind }) ? 'taken from' : 'paid to'} ${partner.name} on ${date} adds up to ${leiOf(total)} lei; the law allows ${limit.toFixed(2)} lei a day ${isPerson ? 'for a person' : 'for a business'} (Legea 70/2015).`,
  ];
}
