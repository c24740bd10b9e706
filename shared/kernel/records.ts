import * as z from 'zod';
import { shownInstant } from './clock.ts';

/** The fields that every record shows (completions-accounts §1.2): `id` and `uuid` are the same. */
export const recordShape = {
  uuid: z.string(),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const shownRecord = (record: { id: string; createdAt: string; updatedAt: string }) => ({
  uuid: record.id,
  id: record.id,
  createdAt: shownInstant(record.createdAt),
  updatedAt: shownInstant(record.updatedAt),
});
