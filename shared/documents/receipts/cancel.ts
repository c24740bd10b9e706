import type { Actor } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { conflict, found } from '#shared/base/kernel/errors.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { receiptCashWrites } from '#shared/documents/payments/cash/receipts.ts';
import type { Company } from '#shared/model/company.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { openDay } from './locked.ts';
import { unsettlingWrites } from './settle.ts';
import { readReceipt, receiptChange } from './store.ts';

/** A receipt that can be cancelled. @throws 404; 409 when it is cancelled already */
export function cancellable(receipt: Receipt | undefined): Receipt {
  const { status, number } = found(receipt, 'Receipt');
  if (status === 'cancelled') throw conflict(`${number} is cancelled already.`, { reason: 'already_cancelled' });
  return receipt as Receipt;
}

export interface CancelReceiptRequest {
  company: Company;
  loaded: Receipt;
  reason: string;
  by: Actor;
  commit: Commit<Receipt>;
}

/**
 * Cancels a receipt (RCT-10): its number stays with it and is not given again, and the payments of its documents are removed in the same
 * transaction.
 *
 * @throws 404; 409 when it is cancelled already, or of its payment something was paid back; 422 (`period_closed`) for one of a closed day
 */
export const cancelReceipt = ({ company, loaded, reason, by, commit }: CancelReceiptRequest): Promise<Receipt> =>
  retryOnContention(async attempt => {
    const before = attempt === 0 ? loaded : cancellable(await readReceipt(company.id, loaded.id));
    const at = instant();
    const after: Receipt = {
      ...before,
      ...{ status: 'cancelled', cancellationReason: reason, cancelledAt: at, cancelledBy: personOf(by), updatedAt: at },
    };
    const open = await openDay({ company, attempt }, 'cash_removal', before);
    const unsettled = await unsettlingWrites(before, { company: open.company, by, attempt: 0 });
    return commit(open.withLock([receiptChange(before, after), ...unsettled, ...receiptCashWrites(before, -1)]), after);
  });
