import * as z from 'zod';
import { rowCounts, rowSchema } from '#shared/documents/common/csv-import/schema.ts';

/** Response schema of an import of purchases (PUR-12 to PUR-14). */

export const importSchema = z
  .object({
    dryRun: z.boolean(),
    rows: z.array(rowSchema({ number: z.string().nullable() })),
    ...rowCounts,
  })
  .meta({ id: 'PurchaseImport' });
