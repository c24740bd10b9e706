import { useTrader } from '../../support/trader.ts';

export const line = (description: string, quantity: number, overrides: object = {}) => ({
  ...{ description, quantity, unitPrice: 1000, vatRate: 21 },
  ...overrides,
});

/** The fields of a document without an open amount. */
export const SETTLED = { total: 0, amountPaid: 0, balance: 0, paymentStatus: 'paid', isOverdue: false };

/** Requests of these tests. */
export function zeroTotalCalls() {
  const { request, post, act, invoiceBody, draft, issued, detailOf, file, xmlOf } = useTrader();
  const make = (overrides: object) => draft(overrides);
  return { request, post, act, invoiceBody, issued, detailOf, file, xmlOf, make };
}
