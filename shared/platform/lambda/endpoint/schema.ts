import * as z from 'zod';

/** Response schemas that many areas share: pages of lists, and bulk deletion. */

/** What pages of lists say about their place. */
export const placeShape = { total: z.int(), page: z.int(), limit: z.int(), pages: z.int() };

/** A page of a list. */
export const pageSchema = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), ...placeShape });

export const bulkDeleteSchema = z
  .object({
    deleted: z.int(),
    errors: z.array(z.object({ id: z.string(), error: z.string() })),
  })
  .meta({ id: 'BulkDeletion' });
