import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls } from './calls.ts';

/** Requests of these tests. */
export function downloadCalls() {
  const trader = useTrader({ lasting: true });
  const { service } = trader;
  const { newDraft, upload, uploadViaBucket, fetched } = attachmentsCalls(service, trader);
  return { newDraft, upload, uploadViaBucket, fetched };
}
