import { requireOpenPeriod, type LockedBy } from '#shared/documents/fiscal/period-lock.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { SettledInvoice } from './payments.ts';

/** The lock as the request read it, or at a later attempt as it is now: all documents of an allocation are decided by the same. */
export async function lockOf({ company, attempt }: LockedBy): Promise<LockedBy> {
  return { company: attempt === 0 ? company : ((await readCompany(company.id)) ?? company), attempt: 0 };
}

/**
 * Decides by the company's lock on the payments of an allocation that make VAT due, or due no longer (docs/adr/0054-period-lock.md).
 *
 * @returns the write by which the transaction fails when the lock is another one by then; none for payments of today
 * @throws 422 (`period_closed`)
 */
export async function withinOpenPeriod(
  by: LockedBy,
  invoices: readonly SettledInvoice[],
  what: 'added' | 'removed',
): Promise<Write[]> {
  const lock = await lockOf(by);
  const decided = await Promise.all(
    invoices
      .filter(({ change: { before, after } }) => before.notDue !== after.notDue)
      .map(({ change: { before, after }, payments }) => requireOpenPeriod(lock, { before, after, [what]: payments })),
  );
  // Each has the same check of the company, which a transaction may have once.
  return decided.find(({ writes }) => writes.length > 0)?.writes ?? [];
}
