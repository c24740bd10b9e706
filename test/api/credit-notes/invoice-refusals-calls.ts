import { useTrader } from '../../support/trader.ts';

/** Requests of these tests. */
export function invoiceRefusalsCalls() {
  const { service, scope, put, act, inForce, detailOf, become, creditBody, sendCredit, credited } = useTrader({
    connected: true,
  });
  const cancel = (id: string) => act(id, 'cancel', { reason: 'Credited by mistake' });
  return { service, scope, put, act, inForce, detailOf, become, creditBody, sendCredit, credited, cancel };
}
