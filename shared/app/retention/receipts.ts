import { localDay } from '#shared/base/kernel/clock.ts';
import { expiredNumber } from '#shared/documents/common/numbering.ts';
import { expiredAllocation } from '#shared/documents/allocations/store.ts';
import { receiptCashWrites } from '#shared/documents/payments/cash/receipts.ts';
import { receiptPages, receiptRemoval } from '#shared/documents/receipts/store.ts';
import { RECEIPTS } from '#shared/model/kinds.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { Limits } from './limits.ts';

/** Receipts that are past their time: they are kept as documents are, by their date, or when they were issued, if somebody dated them back. */

/** Whether a receipt is past its time. Pure. */
export function isReceiptPast({ date, createdAt }: Pick<Receipt, 'date' | 'createdAt'>, { documents }: Limits): boolean {
  const made = localDay(createdAt);
  return documents !== null && (made > date ? made : date) < documents;
}

/** The receipts that are past their time, the oldest first. */
export async function* pastReceipts(company: CompanyId, limits: Limits): AsyncGenerator<Receipt[]> {
  if (limits.documents === null) return;
  for await (const page of receiptPages(company, { before: limits.documents }))
    yield page.filter(one => isReceiptPast(one, limits));
}

/** The writes that remove a receipt with its allocation, and mark its number in the register of its series. What is left of credit stays the client's. */
export const expiredReceipt = (receipt: Receipt): Write[] => [
  ...receiptRemoval(receipt),
  ...(receipt.allocationId !== null && receipt.status === 'issued'
    ? [expiredAllocation(receipt.companyId, receipt.allocationId)]
    : []),
  ...expiredNumber(RECEIPTS[receipt.kind], { ...receipt, issueDate: receipt.date }),
  ...(receipt.status === 'issued' ? receiptCashWrites(receipt, -1) : []),
];
