import { afterEach, expect } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from './calls.ts';

/** Requests of these tests. */
export function deliveryStatusCalls() {
  const trader = useTrader({ lasting: true });
  const { service, newTrader } = trader;
  const { send, history, sent } = emailCalls(service, trader);

  afterEach(() => {
    service().runtime.faults.clear();
  });
  const feedback = async (to: string, event: object): Promise<void> => {
    const [mail] = await service().mailbox(to);
    const answer = await service().api('POST', '/_local/ses-events', { body: { messageId: mail?.messageId, ...event } });
    expect(answer.status).toBe(202);
    await service().idle();
  };
  return { trader, service, newTrader, send, history, sent, feedback };
}
