import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays, monthsBetween } from '#shared/base/kernel/dates.ts';
import { currency, date, decimalBetween, id, optionalText } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { MOST_DOCUMENTS } from '#shared/model/allocation/plan.ts';
import { PAYMENT_METHODS } from '#shared/model/payment.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';

const signed = () => decimalBetween(2, `-${MAX_AMOUNT}`, MAX_AMOUNT);

/** Request body of an allocation (SET-43); plan.ts checks it against the documents and the credit of the client. */
export const allocationBody = z
  .object({
    clientId: id(),
    paymentDate: date(),
    amount: signed(),
    currency: currency().default('RON'),
    documents: z
      .array(z.object({ id: id(), amount: signed() }))
      .max(MOST_DOCUMENTS, `must have at most ${MOST_DOCUMENTS} entries`)
      .default([]),
    useCredit: decimalBetween(2, '0', MAX_AMOUNT).default('0'),
    paymentMethod: z.preprocess(value => (value === '' ? null : value), z.enum(PAYMENT_METHODS).nullish()),
    reference: optionalText(255),
    notes: optionalText(1000),
    idempotencyKey: optionalText(255),
  })
  .meta({ id: 'AllocationInput' });
export type AllocationBody = z.output<typeof allocationBody>;

/** Months of a list. */
const MOST_MONTHS = 12;

/** The query of the list: days of payment, by default the last 90 until today; at most 12 months. */
export const allocationsQuery = () =>
  z
    .object({ clientId: id().optional(), from: date().optional(), to: date().optional(), ...paging() })
    .transform(({ from, to = today(), ...query }) => ({ ...query, to, from: from ?? addDays(to, -90) }))
    .superRefine(({ from, to }, context) => {
      const add = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message });
      if (from > to) add('from', 'must not be after to');
      else if (monthsBetween(from, to) > MOST_MONTHS) add('to', `must be within ${MOST_MONTHS} months from from`);
    });
export type AllocationsQuery = z.output<ReturnType<typeof allocationsQuery>>;
