import { idOfDay } from '#shared/base/kernel/ids.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { Company } from '#shared/model/company.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';
import { type Commit, transact } from '#shared/platform/store/transact.ts';
import type { AllocationBody } from './input.ts';
import { prepareAllocation } from './prepare.ts';
import { readAllocation } from './store.ts';

/** A recorded allocation, with warnings for the caller. */
export interface RecordedAllocation {
  allocation: Allocation;
  warnings: string[];
}

/** Allocations of a client are decided one after the other when they meet. */
export const turnOf = (company: CompanyId, clientId: string): Key => companyKey(company, `TURN#ALLOCATION#${clientId}`);

export interface RecordRequest {
  company: Company;
  body: AllocationBody;
  by: Actor;
  commit: Commit<RecordedAllocation>;
}

/**
 * Records money of a client with what it pays, in one transaction (SET-42 to SET-49). Requests at the same time are decided again on what the first one has
 * left. A repeated `idempotencyKey` returns the earlier allocation of the client and day.
 *
 * @throws 422 as `prepareAllocation`; 503 after 40 tries
 */
export function recordAllocation({ company, body, by, commit }: RecordRequest): Promise<RecordedAllocation> {
  const { idempotencyKey: key, ...asked } = body;
  const id = idOfDay(body.paymentDate, key ? `${company.id}#${body.clientId}#${key}` : undefined);
  const request = {
    ...{ ...asked, id, paymentMethod: asked.paymentMethod ?? 'bank_transfer' },
    ...{ reference: asked.reference ?? null, notes: asked.notes ?? null },
  };
  return withTicket(turnOf(company.id, body.clientId), async (attempt, more) => {
    const earlier = key ? await readAllocation(company.id, id) : undefined;
    if (earlier) {
      if (more.length > 0) await transact(more);
      return { allocation: earlier, warnings: [] };
    }
    const { allocation, warnings, writes } = await prepareAllocation(company, request, { by, attempt });
    return commit([...writes, ...more], { allocation, warnings });
  });
}
