import { conflict, found } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { headerWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { readPaid } from '#shared/documents/payments/read-paid.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import { type ClientCredit, returnCredit, withoutLot } from '#shared/model/allocation/credit.ts';
import type { Company } from '#shared/model/company.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import { cashWrites } from './cash.ts';
import { withinOpenPeriod } from './locked.ts';
import { unpaidOf } from './payments.ts';
import { turnOf } from './record.ts';
import { allocationRemoval, creditWrite, readAllocation, readCredit } from './store.ts';

export interface UndoRequest {
  company: Company;
  loaded: Allocation;
  by: Actor;
  commit: Commit<void>;
}

/**
 * Undoes an allocation, whole and in one transaction (SET-55): its payments are removed, what it used of credit is there again, and what it left over is not.
 *
 * @throws 404 when it is gone; 409 when it belongs to a receipt, the credit that it made was used, or what it paid was paid back; 422 as `requireOpenPeriod`
 */
export const undoAllocation = ({ company, loaded, by, commit }: UndoRequest): Promise<void> =>
  withTicket(turnOf(company.id, loaded.partner.id), async (attempt, more) => {
    const allocation = attempt === 0 ? loaded : undoable(await readAllocation(company.id, loaded.id));
    return commit([...(await undoingWrites(company, allocation, { by, attempt })), ...more], undefined);
  });

/** An allocation that can be undone by itself. @throws 404; 409 for one of a receipt */
export function undoable(stored: Allocation | undefined): Allocation {
  const allocation = found(stored, 'Allocation');
  const { receipt } = allocation;
  if (receipt)
    throw conflict(`The allocation belongs to the receipt ${receipt.number}: cancel that.`, {
      ...{ reason: 'has_receipt', receiptId: receipt.id },
    });
  return allocation;
}

/**
 * The writes that undo an allocation, which belong into one transaction; conditions as those of `prepareAllocation`. Two round trips.
 *
 * @throws 409, 422 as `undoAllocation`
 */
export async function undoingWrites(
  company: Company,
  allocation: Allocation,
  { by, attempt }: { by: Actor; attempt: number },
): Promise<Write[]> {
  const [credit, paid] = await Promise.all([
    readCredit(company.id, allocation.partner.id),
    Promise.all(allocation.documents.map(({ id }) => readPaid(company.id, id))),
  ]);
  // Of an invoice whose retention has ended nothing is left to be taken off.
  const invoices = paid.flatMap(one => (one ? [unpaidOf(one, allocation.id, by)] : []));
  return [
    ...headerWrites(
      INVOICES,
      invoices.map(({ change }) => change),
    ),
    ...invoices.flatMap(one => one.writes),
    ...creditWrites(company.id, allocation, credit),
    allocationRemoval(company.id, allocation.id),
    ...cashWrites(company.id, allocation, invoices, -1),
    ...(await withinOpenPeriod({ company, attempt }, invoices, 'removed')),
  ];
}

/** The credit as it was before. @throws 409 when what the allocation made of it was used since */
function creditWrites(company: CompanyId, allocation: Allocation, credit: ClientCredit | undefined): Write[] {
  const { id, partner, taken } = allocation;
  const isMade = decimal(allocation.credit).gt(0);
  if (!isMade && taken.length === 0) return [];
  const rest = isMade ? withoutLot(credit?.lots ?? [], id) : (credit?.lots ?? []);
  if (!rest)
    throw conflict('Of the credit that the allocation left, something was used or paid back: undo that first.', {
      reason: 'credit_used',
    });
  const lots = returnCredit(rest, taken);
  return [creditWrite(company, credit, { partner: credit?.partner ?? partner, lots, version: newId() })];
}
