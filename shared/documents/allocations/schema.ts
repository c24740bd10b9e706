import * as z from 'zod';
import { day, instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';
import { PAYMENT_METHODS } from '#shared/model/payment.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';

/** Response schemas of allocations. */

const creditShape = { currency: z.string(), amount: z.number() };

/** What of a client's money pays no document yet, by currency. */
export const creditSchema = z.array(z.object(creditShape).meta({ id: 'ClientCredit' }));

export const allocationSchema = z
  .object({
    ...{ id: uuid(), uuid: uuid(), clientId: uuid(), clientName: z.string().nullable(), paymentDate: day() },
    ...{ amount: z.number(), currency: z.string(), usedCredit: z.number(), credit: z.number() },
    exchangeRate: z.number().nullable(),
    documents: z.array(
      z
        .object({ id: uuid(), number: z.string(), amount: z.number(), paymentIds: z.array(uuid()) })
        .meta({ id: 'AllocatedDocument' }),
    ),
    paymentMethod: z.enum(PAYMENT_METHODS),
    ...{ reference: z.string().nullable(), notes: z.string().nullable() },
    receiptId: uuid().nullable(),
    ...{ createdBy: namedPersonSchema.nullable(), createdAt: instant() },
  })
  .meta({ id: 'Allocation' });

export const recordedAllocationSchema = allocationSchema
  .extend({ warnings: z.array(z.string()).optional() })
  .meta({ id: 'RecordedAllocation' });

export const allocationsSchema = pageSchema(allocationSchema)
  .extend({ clientCredit: creditSchema.optional() })
  .meta({ id: 'AllocationsPage' });
