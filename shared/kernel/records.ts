import { presentInstant } from './clock.ts';

export const presentRecord = (record: { id: string; createdAt: string; updatedAt: string }) => ({
  uuid: record.id,
  id: record.id,
  createdAt: presentInstant(record.createdAt),
  updatedAt: presentInstant(record.updatedAt),
});
