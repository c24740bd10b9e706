import type * as z from 'zod';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { amount, presentNumber, presentNumberOrNull, sum } from '#shared/base/kernel/money.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import { type ClientCredit, creditByCurrency } from '#shared/model/allocation/credit.ts';
import { pageFrom } from '#shared/platform/lambda/endpoint/request.ts';
import type { AllocationsQuery } from './input.ts';
import type { RecordedAllocation } from './record.ts';
import type { allocationSchema } from './schema.ts';

/** The JSON of allocations. */

export const presentAllocation = (allocation: Allocation): z.infer<typeof allocationSchema> => ({
  ...{ id: allocation.id, uuid: allocation.id, clientId: allocation.partner.id, clientName: allocation.partner.name },
  ...{ paymentDate: allocation.paymentDate, amount: presentNumber(allocation.amount), currency: allocation.currency },
  usedCredit: presentNumber(amount(sum(allocation.taken.map(lot => lot.amount)))),
  credit: presentNumber(allocation.credit),
  exchangeRate: presentNumberOrNull(allocation.exchangeRate),
  documents: allocation.documents.map(one => ({ ...one, amount: presentNumber(one.amount) })),
  ...{ paymentMethod: allocation.paymentMethod, reference: allocation.reference, notes: allocation.notes },
  receiptId: allocation.receipt?.id ?? null,
  createdBy: allocation.createdBy && { id: allocation.createdBy.id, name: allocation.createdBy.name },
  createdAt: presentInstant(allocation.createdAt),
});

export const presentRecorded = ({ allocation, warnings }: RecordedAllocation) => ({
  ...presentAllocation(allocation),
  ...(warnings.length > 0 && { warnings }),
});

/** What of a client's money pays no document yet, by currency, lei first. */
export const presentCredit = (credit: ClientCredit | undefined) =>
  creditByCurrency(credit?.lots ?? []).map(one => ({ ...one, amount: presentNumber(one.amount) }));

const latestFirst = (a: Allocation, b: Allocation): number =>
  a.paymentDate === b.paymentDate ? (a.createdAt < b.createdAt ? 1 : -1) : a.paymentDate < b.paymentDate ? 1 : -1;

/** A page of allocations, latest first; of one client with its credit. */
export function presentAllocations(
  { allocations, credit }: { allocations: readonly Allocation[]; credit: ClientCredit | undefined },
  query: AllocationsQuery,
) {
  const { clientId } = query;
  const own = clientId === undefined ? allocations : allocations.filter(({ partner }) => partner.id === clientId);
  return {
    ...pageFrom(own.toSorted(latestFirst), query, presentAllocation),
    ...(clientId !== undefined && { clientCredit: presentCredit(credit) }),
  };
}
