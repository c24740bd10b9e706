import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls, putOnPlan } from './calls.ts';

/** Requests of these tests. */
export function createCalls() {
  const trader = useTrader({ lasting: true });
  const { service, act, issued, newTrader } = trader;
  const { newDraft, upload, list, remove } = attachmentsCalls(service, trader);

  /** The requests of a company on the smallest plan. */
  async function onFreemium() {
    const own = await newTrader();
    await putOnPlan(service(), own.scope, 'freemium');
    return { company: own.scope.company, ...attachmentsCalls(service, own) };
  }
  return { service, act, issued, newTrader, newDraft, upload, list, remove, onFreemium };
}
