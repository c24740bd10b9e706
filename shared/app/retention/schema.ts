import * as z from 'zod';
import { instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';
import { companySchema } from '#shared/records/parties/companies/schema.ts';

/** Response schema of what is past its time. */

const counts = z.object({ drafts: z.number(), documents: z.number(), clients: z.number() });

export const retentionSchema = z
  .object({
    companyId: uuid(),
    retention: companySchema.shape.retention,
    /** How many records of each sort are past their time; 1000 stands for at least as many. */
    past: counts,
    /** The last removal; null: there was none. */
    run: z
      .object({
        id: uuid(),
        status: z.enum(['running', 'done']),
        startedAt: instant(),
        startedBy: namedPersonSchema,
        finishedAt: instant().nullable(),
        removed: counts,
      })
      .nullable(),
  })
  .meta({ id: 'CompanyRetention' });
