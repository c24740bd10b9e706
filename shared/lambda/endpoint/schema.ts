import * as z from 'zod';

/** Response schemas that many areas share: pages of lists, and bulk deletion. */

/** A page of a list. */
export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), total: z.number(), page: z.number(), limit: z.number(), pages: z.number() });

export const bulkDeleteSchema = z.object({
  deleted: z.number(),
  errors: z.array(z.object({ id: z.string(), error: z.string() })),
});
