import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';

/** Response schema of the cash journal (RCT-20). */

const rowSchema = z
  .object({
    date: day(),
    kind: z.enum(['receipt', 'cash_payment', 'payment']),
    number: z.string().nullable(),
    receiptId: uuid().nullable(),
    documentId: uuid().nullable(),
    documentNumber: z.string().nullable(),
    partner: z.string().nullable(),
    explanation: z.string(),
    isCancelled: z.boolean(),
    in: z.number(),
    out: z.number(),
  })
  .meta({ id: 'CashMovement' });

export const cashJournalSchema = pageSchema(rowSchema)
  .extend({
    from: day(),
    to: day(),
    currency: z.literal('RON'),
    openingBalance: z.number(),
    in: z.number(),
    out: z.number(),
    closingBalance: z.number(),
    ceiling: z.number().nullable(),
    days: z.array(
      z.object({
        date: day(),
        openingBalance: z.number(),
        in: z.number(),
        out: z.number(),
        closingBalance: z.number(),
        isAboveCeiling: z.boolean(),
      }),
    ),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'CashJournal' });
