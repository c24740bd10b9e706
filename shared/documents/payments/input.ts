import * as z from 'zod';
import { date, decimalBetween, id, numericText, optionalText } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { PAYMENT_METHODS, PAYMENT_TYPES } from '#shared/model/payment.ts';

/** Request body of a payment (completions-documents §2, completions-accounts §17). `record.ts` checks it against the invoice. */
export const paymentBody = z
  .object({
    // [added] Refunds and offsets (decisions.md §Fiscal rules, second part, "What settles what").
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
  .meta({ id: 'NewPayment' });
export type PaymentBody = z.output<typeof paymentBody>;

/**
 * The status of the answer to an invalid body: 400 when the amount is given but is no decimal number (completions-documents §2,
 * §14), else 422 (completions-accounts §17).
 */
export const invalidPayment = ({ amount }: Record<string, unknown>): 400 | 422 =>
  amount === undefined || amount === null || amount === '' || numericText().safeParse(amount).success ? 422 : 400;
