import { today } from '#shared/base/kernel/clock.ts';
import { invalidFields, validation } from '#shared/base/kernel/errors.ts';
import { amount, type Big, decimal } from '#shared/base/kernel/money.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { PaymentBody } from './input.ts';

/** @throws 422 when the invoice can take no payment, or not in this currency or of this date */
export function refuseUnfit(invoice: Invoice, body: PaymentBody): void {
  const { status } = invoice;
  if (status === 'draft' || status === 'cancelled') {
    const reason = status === 'draft' ? 'invoice_draft' : 'invoice_cancelled';
    throw validation(`An invoice in status ${status} accepts no payments.`, { status, reason });
  }
  if (decimal(owedOf(invoice)).lte(0))
    throw validation(
      'Payments need a document with an amount to pay greater than 0; one with a lower amount counts as settled.',
      {
        status,
        reason: 'nothing_owed',
      },
    );
  if (body.currency && body.currency !== invoice.currency)
    throw invalidFields({ currency: [`must be ${invoice.currency}, the currency of the invoice`] });
  if (body.paymentDate > today()) throw invalidFields({ paymentDate: ['must not be in the future'] });
  if (body.invoiceId && body.type !== 'offset') throw invalidFields({ invoiceId: ['is for offsets only (type)'] });
}

/** @throws 422 for more than is owed */
export function refuseExcess(invoice: Invoice, body: PaymentBody): void {
  const most = mostPayable(invoice);
  if (decimal(body.amount).gt(most)) {
    const open = decimal(invoice.balance);
    throw invalidFields({ amount: [`must be at most ${amount(open)}, the balance of the invoice`] });
  }
}

/**
 * The largest accepted amount: 0.01 more than is owed, because the sum of rounded partial payments may exceed the total by that.
 */
const mostPayable = (invoice: Invoice): Big =>
  decimal(owedOf(invoice)).minus(invoice.amountPaid).minus(decimal(invoice.creditedAmount)).plus('0.01');
