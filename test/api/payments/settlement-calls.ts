import type { Trader } from '../../support/trader.ts';

/** Ways to settle an invoice of 121 that nothing has settled yet. */
export const UNPAID = { amountPaid: 0, creditedAmount: 0, balance: 121, refundDue: 0, paymentStatus: 'unpaid', isPaid: false };

/** Lines that reverse an invoice of 121. */
export const RETURNED = { lines: [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRate: 21 }] };

/** The settlement of an invoice in its detail. */
export async function settlementOf({ detailOf }: Pick<Trader, 'detailOf'>, id: string) {
  const { amountPaid, creditedAmount, balance, refundDue, paymentStatus, paidAt } = await detailOf(id);
  return { amountPaid, creditedAmount, balance, refundDue, paymentStatus, isPaid: paidAt !== null };
}
