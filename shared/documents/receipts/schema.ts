import * as z from 'zod';
import { day, instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';
import { RECEIPT_KINDS } from '#shared/model/kinds.ts';
import { RECEIPT_STATUSES } from '#shared/model/receipts/receipt.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';

/** Response schemas of receipts. */

export const receiptSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    kind: z.enum(RECEIPT_KINDS),
    status: z.enum(RECEIPT_STATUSES),
    number: z.string(),
    seriesId: uuid(),
    date: day(),
    amount: z.number(),
    amountInWords: z.string(),
    currency: z.literal('RON'),
    clientId: uuid().nullable(),
    payer: z.object({ name: z.string(), cif: z.string().nullable(), address: z.string().nullable() }),
    documents: z.array(z.object({ id: uuid(), number: z.string(), issueDate: day(), amount: z.number(), paymentId: uuid() })),
    allocationId: uuid().nullable(),
    notes: z.string().nullable(),
    cancelledAt: instant().nullable(),
    cancelledBy: namedPersonSchema.nullable(),
    cancellationReason: z.string().nullable(),
    createdBy: namedPersonSchema,
    createdAt: instant(),
    updatedAt: instant(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'Receipt' });

export const receiptsSchema = pageSchema(receiptSchema).meta({ id: 'ReceiptsPage' });
