import * as z from 'zod';

/** Response schema of the deletion of a company. */

const person = z.object({ id: z.string().nullable(), name: z.string() });

export const deletionSchema = z.object({
  companyId: z.string(),
  status: z.enum(['waiting', 'purging', 'purged']),
  deletedAt: z.string(),
  deletedBy: person,
  /** The release of documents in their retention period for erasure; null when there is none. */
  release: z
    .object({
      archiveExportId: z.string().nullable(),
      confirm: z.enum(['no_archive']).nullable(),
      by: person,
      at: z.string(),
    })
    .nullable(),
  /**
   * Announced erasure of documents in their retention period; null while none is announced, and when there are no such documents.
   */
  purgeAt: z.string().nullable(),
  purgedAt: z.string().nullable(),
  /** Number of invoices and credit notes in their retention period. */
  retainedInvoices: z.number(),
  /** Those of them that no completed export contains: their number, and the ids of the first 100. */
  notArchived: z.object({ count: z.number(), invoiceIds: z.array(z.string()) }),
});
