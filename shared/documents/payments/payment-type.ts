import type { Payment, PaymentType } from '#shared/model/payment.ts';

/** What a payment is, and the invoice that it is booked against, as answers and webhooks show it. */
export const presentPaymentType = (payment: Payment) => ({
  type: paymentType(payment),
  paysBack: payment.paysBack ?? false,
  offsetInvoiceId: payment.offset?.invoiceId ?? null,
});

export const paymentType = ({ type }: Payment): PaymentType => type ?? 'payment';
