import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from './calls.ts';

/** Requests of these tests. */
export function createCalls() {
  const trader = useTrader({ lasting: true });
  const { service, act, draft, issued, newTrader } = trader;
  const { share, open, shared } = shareLinksCalls(service, trader);
  return { service, act, draft, issued, newTrader, share, open, shared };
}
