import { shownInstant } from './clock.ts';

export const shownRecord = (record: { id: string; createdAt: string; updatedAt: string }) => ({
  uuid: record.id,
  id: record.id,
  createdAt: shownInstant(record.createdAt),
  updatedAt: shownInstant(record.updatedAt),
});
