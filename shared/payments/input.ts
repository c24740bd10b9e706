import * as z from 'zod';
import { date, fitting, numericText, optionalText } from '../kernel/fields.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import { PAYMENT_METHODS } from '../model/payment.ts';

/** Body of a payment (completions-documents §2, completions-accounts §17). What depends on the invoice is in payments/record.ts. */
export const paymentBody = z.object({
  amount: fitting(2, '0.01', MAX_AMOUNT),
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
});
export type PaymentBody = z.output<typeof paymentBody>;

/**
 * What a body that does not fit answers: 400 where the amount is no decimal number at all (completions-documents §2, §14), else 422, as
 * completions-accounts §17 says of each field.
 */
export const invalidPayment = ({ amount }: Record<string, unknown>): 400 | 422 =>
  amount === undefined || amount === null || amount === '' || numericText().safeParse(amount).success ? 422 : 400;
