import { presentInstant } from './clock.ts';

/** The fields that every record has in API responses; its id appears under both `uuid` and `id`. */
export const presentRecord = (record: { id: string; createdAt: string; updatedAt: string }) => ({
  uuid: record.id,
  id: record.id,
  createdAt: presentInstant(record.createdAt),
  updatedAt: presentInstant(record.updatedAt),
});
