import * as z from 'zod';
import { currency, date, decimalBetween, id, optionalDate, optionalText, text } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { role } from '../query.ts';

/** The request body of an opening balance (REP-46); save-opening.ts checks what depends on several fields. */

/** Entries of a list. */
const MOST = 100;
const TOO_MANY = `must have at most ${MOST} entries`;

const signed = () => decimalBetween(2, `-${MAX_AMOUNT}`, MAX_AMOUNT);

export const openingBody = z
  .object({
    role: role(),
    partnerId: id(),
    currency: currency().default('RON'),
    exchangeRate: decimalBetween(6, '0.000001', '999999').nullish(),
    date: date(),
    amount: signed(),
    documents: z
      .array(z.object({ number: text(100), date: date(), dueDate: optionalDate(), amount: signed() }))
      .max(MOST, TOO_MANY)
      .default([]),
    settlements: z
      .array(z.object({ date: date(), amount: decimalBetween(2, '0.01', MAX_AMOUNT), note: optionalText(255) }))
      .max(MOST, TOO_MANY)
      .default([]),
  })
  .meta({ id: 'OpeningBalanceInput' });
export type OpeningBody = z.output<typeof openingBody>;

/** The query of the list of opening balances. */
export const openingsQuery = () => z.object({ role: role().optional(), ...paging() });
