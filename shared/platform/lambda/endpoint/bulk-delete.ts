import * as z from 'zod';

/** The body of requests that delete several records at once (REC-7). */
export const bulkDeleteBody = z
  .object({
    ids: z.array(z.string().trim().toLowerCase()).min(1, 'must have 1 to 100 ids').max(100, 'must have 1 to 100 ids'),
  })
  .meta({ id: 'BulkDelete' });
