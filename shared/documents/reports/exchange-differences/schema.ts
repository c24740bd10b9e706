import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { DIFFERENCE_KINDS, LEFT_OUT } from '#shared/model/ledger/exchange-differences.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';

/** Response schema of exchange differences (REP-48 to REP-52). */

const kind = () => z.enum(DIFFERENCE_KINDS);
const account = () => z.enum(['665', '765']);

const named = {
  documentId: uuid().nullable(),
  role: z.enum(['sale', 'purchase']),
  number: z.string(),
  currency: z.string(),
  kind: kind(),
  paymentId: uuid().nullable(),
  creditId: uuid().nullable(),
};

const rowSchema = z
  .object({
    ...named,
    partner: z.object({ id: uuid().nullable(), name: z.string().nullable() }),
    date: day(),
    amount: z.number(),
    bookRate: z.number(),
    rate: z.number(),
    rateDate: day().nullable(),
    difference: z.number(),
    account: account(),
  })
  .meta({ id: 'ExchangeDifference' });

export const differencesSchema = pageSchema(rowSchema)
  .extend({
    period: z.string().regex(/^\d{4}-\d{2}$/),
    revaluationDate: day().nullable(),
    totals: z.array(z.object({ account: account(), kind: kind(), total: z.number() })),
    leftOut: z.array(z.object({ ...named, reason: z.enum(LEFT_OUT) })),
    leftOutCount: z.int(),
  })
  .meta({ id: 'ExchangeDifferences' });
