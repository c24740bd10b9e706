import type { Answered, Invoice, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

export const REASON = 'Comandă anulată de client';

/** Requests of these tests. */
export function cancelCalls() {
  const { service, scope, request, act, draft, issued, detailOf, become, newTrader } = useTrader();
  const cancel = (id: string, body: unknown = { reason: REASON }): Promise<Answered<Invoice & Refusal>> =>
    act(id, 'cancel', body);
  return { service, scope, request, act, draft, issued, detailOf, become, newTrader, cancel };
}
