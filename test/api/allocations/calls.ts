import { today } from '#shared/base/kernel/clock.ts';
import type { Answered, Refusal } from '../../support/contract.ts';
import type { Trader } from '../../support/trader.ts';

export interface Allocation {
  uuid: string;
  clientId: string;
  amount: number;
  currency: string;
  usedCredit: number;
  credit: number;
  exchangeRate: number | null;
  documents: { id: string; number: string; amount: number; paymentIds: string[] }[];
  warnings?: string[];
}

export interface AllocationsPage {
  data: Allocation[];
  total: number;
  clientCredit?: { currency: string; amount: number }[];
}

/** Requests of these tests. */
export function allocationCalls({ request, scope }: Pick<Trader, 'request' | 'scope'>) {
  const allocate = (body: object): Promise<Answered<Allocation & Refusal>> =>
    request('POST', '/allocations', { clientId: scope.clientId, paymentDate: today(), amount: 0, ...body });
  const undo = (id: string) => request<Refusal>('DELETE', `/allocations/${id}`);
  const creditOf = async (client = scope.clientId) =>
    (await request<{ credit: { currency: string; amount: number }[] }>('GET', `/clients/${client}`)).body.credit;
  return { allocate, undo, creditOf };
}
