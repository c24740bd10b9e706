import { afterEach } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from './calls.ts';

/** Requests of these tests. */
export function sendCalls() {
  const trader = useTrader({ lasting: true });
  const { service, scope, request, act, draft, issued, detailOf, become, newTrader } = trader;
  const { send, history, sent } = emailCalls(service, trader);

  afterEach(() => {
    service().runtime.faults.clear();
  });
  return { service, scope, request, act, draft, issued, detailOf, become, newTrader, send, history, sent };
}
