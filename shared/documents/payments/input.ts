import * as z from 'zod';
import { date, decimalBetween, id, numericText, optionalText } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { PAYMENT_METHODS, PAYMENT_TYPES } from '#shared/model/payment.ts';

/** Request body of a payment (SET-11 to SET-15). `record.ts` checks it against the invoice. */
export const paymentBody = z
  .object({
    // Refunds and offsets (SET-31, SET-32).
    type: z.enum(PAYMENT_TYPES).nullish(),
    invoiceId: z.preprocess(value => (value === '' ? null : value), id().nullish()),
    amount: decimalBetween(2, '0.01', MAX_AMOUNT),
    paymentDate: date(),
    paymentMethod: z.preprocess(value => (value === '' ? null : value), z.enum(PAYMENT_METHODS).nullish()),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .transform(value => value || null)
      .nullish(),
    reference: optionalText(255),
    notes: optionalText(1000),
    idempotencyKey: optionalText(255),
  })
  .meta({ id: 'PaymentInput' });
export type PaymentBody = z.output<typeof paymentBody>;

/**
 * The status of the answer to an invalid body: 400 when the amount is given but is no decimal number (SET-11),
 * else 422 (SET-11).
 */
export const invalidPayment = ({ amount }: Record<string, unknown>): 400 | 422 =>
  amount === undefined || amount === null || amount === '' || numericText().safeParse(amount).success ? 422 : 400;
