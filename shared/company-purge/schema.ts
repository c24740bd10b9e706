import * as z from 'zod';

/** What answers show of the deletion of a company. */

const person = z.object({ id: z.string().nullable(), name: z.string() });

export const deletionSchema = z.object({
  companyId: z.string(),
  status: z.enum(['waiting', 'purging', 'purged']),
  deletedAt: z.string(),
  deletedBy: person,
  /** Who let documents go that are in their retention time; null: nobody. */
  release: z
    .object({
      archiveExportId: z.string().nullable(),
      confirm: z.enum(['no_archive']).nullable(),
      by: person,
      at: z.string(),
    })
    .nullable(),
  /** From when on documents in their retention time are erased, once the owners got a mail about it; null while they are kept, and where there are none. */
  purgeAt: z.string().nullable(),
  purgedAt: z.string().nullable(),
  /** Invoices and credit notes in their retention time. */
  retainedInvoices: z.number(),
  /** Those of them that no completed export holds; the ids of the first 100. */
  notArchived: z.object({ count: z.number(), invoiceIds: z.array(z.string()) }),
});
