import * as z from 'zod';

/** The fields of every record in responses (completions-accounts §1.2); `id` and `uuid` are equal. */
export const recordShape = {
  uuid: z.string(),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
};
