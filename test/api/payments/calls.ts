import { expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Answered, Invoice, InvoiceList, Payment, RecordedPayment, Refusal } from '../../support/contract.ts';
import type { Trader } from '../../support/trader.ts';

/** Requests of these tests. */
export function paymentCalls({ request, detailOf }: Pick<Trader, 'request' | 'detailOf'>) {
  const pay = (id: string, amount: unknown, more: object = {}): Promise<Answered<RecordedPayment & Refusal>> =>
    request('POST', `/invoices/${id}/payments`, { amount, paymentDate: today(), ...more });
  const list = async (id: string) => (await request<Payment[]>('GET', `/invoices/${id}/payments`)).body;
  const remove = (id: string, payment: string) => request<Refusal>('DELETE', `/invoices/${id}/payments/${payment}`);

  /** Checks that the document, its ledger and the list agree: every amount is the sum of the payments. */
  async function agreed(id: string): Promise<Invoice> {
    const [invoice, payments] = await Promise.all([detailOf(id), list(id)]);
    const cents = payments.reduce((sum, one) => sum + Math.round(one.amount * 100), 0);
    expect(invoice.amountPaid).toBe(cents / 100);
    expect(invoice.payments).toHaveLength(payments.length);
    const row = await request<InvoiceList>('GET', `/invoices?search=${invoice.number}`);
    expect(row.body.data[0]).toMatchObject({
      amountPaid: cents / 100,
      balance: invoice.balance,
      paymentStatus: invoice.paymentStatus,
    });
    return invoice;
  }
  return { pay, list, remove, agreed };
}
