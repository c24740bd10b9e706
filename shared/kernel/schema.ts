import * as z from 'zod';

/** What answers share, whatever they show. */

/** The fields that every record shows (completions-accounts §1.2): `id` and `uuid` are the same. */
export const recordShape = {
  uuid: z.string(),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
};
