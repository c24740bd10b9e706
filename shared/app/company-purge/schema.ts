import * as z from 'zod';
import { instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';

/** Response schema of the deletion of a company. */

export const deletionSchema = z
  .object({
    companyId: uuid(),
    status: z.enum(['waiting', 'purging', 'purged']),
    deletedAt: instant(),
    deletedBy: namedPersonSchema,
    /** The release of documents in their retention period for erasure; null when there is none. */
    release: z
      .object({
        archiveExportId: uuid().nullable(),
        confirm: z.enum(['no_archive']).nullable(),
        by: namedPersonSchema,
        at: instant(),
      })
      .nullable(),
    /**
     * Announced erasure of documents in their retention period; null while none is announced, and when there are no such documents.
     */
    purgeAt: instant().nullable(),
    purgedAt: instant().nullable(),
    /** Number of invoices and credit notes in their retention period. */
    retainedInvoices: z.number(),
    /** Those of them that no completed export contains: their number, and the ids of the first 100. */
    notArchived: z.object({ count: z.number(), invoiceIds: z.array(uuid()) }),
  })
  .meta({ id: 'CompanyDeletion' });
