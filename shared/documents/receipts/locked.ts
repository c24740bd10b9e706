import { requireOpenDay } from '#shared/documents/fiscal/period-lock.ts';
import type { Company } from '#shared/model/company.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { Write } from '#shared/platform/store/transact.ts';

/** The closed period at receipts: the cash journal of its days is printed and signed, and all later balances follow from it (RCT-14). */

/** What a receipt is decided by. */
export interface OpenDay {
  /** As its lock was read: what the receipt settles is decided by the same. */
  company: Company;
  /** Adds the check of the lock to the writes of the transaction, which may have it once. */
  withLock: (writes: readonly Write[]) => Write[];
}

/**
 * Decides by the company's lock on the issue of a receipt, or its cancellation.
 *
 * @param attempt from 0: a later one reads the lock again
 * @throws 422 (`period_closed`)
 */
export async function openDay(
  { company: loaded, attempt }: { company: Company; attempt: number },
  move: 'cash' | 'cash_removal',
  { date }: Pick<Receipt, 'date'>,
): Promise<OpenDay> {
  const company = attempt === 0 ? loaded : ((await readCompany(loaded.id)) ?? loaded);
  const lock = await requireOpenDay({ company, attempt: 0 }, { move, day: date });
  return {
    company,
    withLock: writes => [...writes, ...lock.filter(one => !writes.some(other => isSameCheck(one, other)))],
  };
}

/** Whether both check the same item: under VAT on collection the payments have the check of the lock already. */
const isSameCheck = ({ operation: { ConditionCheck: one } }: Write, { operation: { ConditionCheck: other } }: Write): boolean =>
  one !== undefined && one.Key?.['pk'] === other?.Key?.['pk'] && one.Key?.['sk'] === other?.Key?.['sk'];
