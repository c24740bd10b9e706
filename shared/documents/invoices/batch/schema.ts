import * as z from 'zod';
import { rowSchema } from '../present/schema.ts';
import { validationSchema } from '../validation/schema.ts';

export const batchResultSchema = z
  .object({
    index: z.number().int(),
    status: z.number().int(),
    invoice: rowSchema.nullable(),
    validation: validationSchema.nullable(),
    error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() }).nullable(),
  })
  .meta({ id: 'InvoiceBatchResult' });

export const batchSchema = z
  .object({ results: z.array(batchResultSchema), succeeded: z.number().int(), refused: z.number().int() })
  .meta({ id: 'InvoiceBatch' });
