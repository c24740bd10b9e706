import { localDay } from '#shared/base/kernel/clock.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { monthsOf } from '#shared/base/kernel/dates.ts';
import { type FiscalEntry, fiscalPrefix } from '#shared/documents/fiscal/entries.ts';
import { readAllocations } from '#shared/documents/allocations/store.ts';
import { readReceipts } from '#shared/documents/receipts/store.ts';
import type { PaymentEntry } from '#shared/model/fiscal/projection.ts';
import {
  cashJournal,
  type CashJournal,
  isUnreceipted,
  movementOfAllocation,
  movementOfPayment,
  movementOfReceipt,
} from '#shared/model/receipts/cash-journal.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { queryPages } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';
import { tooEarly } from '../ledger/query.ts';

/** Months that are read at the same time. */
const AT_ONCE = 6;

/**
 * The cash journal of a period (RCT-20 to RCT-23): the receipts, and the cash payments and cash on account of clients without one, since the opening balance of the cash register
 * (an account of the type `cash`), or without one since the company was added. A query for the receipts, one for the allocations, and one for each month.
 *
 * @throws 422 for days before the opening balance, and when that is older than reports reach
 */
export async function readCashJournal(company: CompanyId, { from, to }: { from: string; to: string }): Promise<CashJournal> {
  const [accounts, record] = await Promise.all([readBankAccounts(company), readCompany(company)]);
  const register = accounts.find(({ type, currency }) => type === 'cash' && currency === 'RON');
  const stated = register?.openingBalanceDate ?? null;
  if (stated !== null && from < stated)
    throw invalidFields({ from: [`must not be before ${stated}, the date of the opening balance of the cash register`] });
  const added = record ? localDay(record.createdAt) : from;
  const since = stated ?? (added < from ? added : from);
  if (tooEarly(since))
    throw invalidFields({ from: [`needs an opening balance of the cash register of the last 60 months; it is of ${since}`] });
  const [receipts, payments, allocations] = await Promise.all([
    readReceipts(company, since, to),
    readCashPayments(company, since, to),
    readAllocations(company, since, to),
  ]);
  const movements = [
    ...receipts.map(movementOfReceipt),
    ...payments.map(movementOfPayment),
    ...allocations.flatMap(one => movementOfAllocation(one) ?? []),
  ];
  return cashJournal({ start: register?.openingBalance ?? '0.00', from, to }, movements);
}

const isPayment = (entry: FiscalEntry): entry is PaymentEntry => 'paymentId' in entry;

/** The cash payments without a receipt. Of the months' entries no more is kept than these. */
async function readCashPayments(company: CompanyId, from: string, to: string): Promise<PaymentEntry[]> {
  const months = monthsOf(from, to);
  const found: PaymentEntry[] = [];
  const readMonth = async (month: string): Promise<void> => {
    const range = { partition: companyPartition(company), beginsWith: fiscalPrefix(month) };
    for await (const page of queryPages<Item & { data: FiscalEntry }>(range, {}))
      for (const { data } of page)
        if (isPayment(data) && isUnreceipted(data) && data.paymentDate >= from && data.paymentDate <= to) found.push(data);
  };
  for (let first = 0; first < months.length; first += AT_ONCE)
    await Promise.all(months.slice(first, first + AT_ONCE).map(readMonth));
  return found;
}
