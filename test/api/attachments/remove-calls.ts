import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls } from './calls.ts';

/** Requests of these tests. */
export function removeCalls() {
  const trader = useTrader({ lasting: true });
  const { service, scope, newTrader } = trader;
  const { newDraft, upload, list, fetched, remove } = attachmentsCalls(service, trader);
  return { service, scope, newTrader, newDraft, upload, list, fetched, remove };
}
