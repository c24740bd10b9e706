import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls } from './calls.ts';

/** Requests of these tests. */
export function completeUploadCalls() {
  const trader = useTrader({ lasting: true });
  const { service } = trader;
  const { newDraft, list, fetched, start, complete } = attachmentsCalls(service, trader);
  return { trader, service, newDraft, list, fetched, start, complete };
}
