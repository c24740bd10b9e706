import * as z from 'zod';
import { rowCounts, rowSchema } from '#shared/documents/common/csv-import/schema.ts';
import { IMPORT_KINDS } from './input.ts';

/** Response schema of an import, and of its preview (IMP-1 to IMP-5). */

export const importResultSchema = z
  .object({
    kind: z.enum(IMPORT_KINDS),
    stored: z.boolean(),
    confirmation: z.string().nullable(),
    rows: z.array(rowSchema({ name: z.string().nullable() })),
    ...rowCounts,
    sums: z.array(
      z.object({ role: z.enum(['client', 'supplier']), currency: z.string(), amount: z.number(), balances: z.int() }),
    ),
  })
  .meta({ id: 'ImportResult' });
