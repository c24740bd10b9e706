import { beforeAll } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from './calls.ts';

/** Requests of these tests. */
export function createCalls() {
  const trader = useTrader();
  const { service, scope, request, act, draft, inForce, detailOf, become, creditDraft } = trader;
  const { pay, agreed } = paymentCalls(trader);

  /** An invoice that no test pays. */
  const unpaid = {} as Invoice;
  beforeAll(async () => {
    Object.assign(unpaid, await inForce());
  });
  return { service, scope, request, act, draft, inForce, detailOf, become, creditDraft, pay, agreed, unpaid };
}
