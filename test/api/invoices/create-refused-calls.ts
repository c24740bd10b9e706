import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

export const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

/** Requests of these tests. */
export function createRefusedCalls() {
  const { service, scope, request, post, act, invoiceBody, draft, newTrader } = useTrader();

  /** The response's status, code and the fields that `details` names. */
  const refused = async (overrides: object) => refusedFields(await post(invoiceBody(overrides)));
  return { service, scope, request, post, act, invoiceBody, draft, newTrader, refused };
}
