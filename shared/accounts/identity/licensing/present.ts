import * as z from 'zod';
import type { LicenseKey, NewLicenseKey } from './model.ts';
import type { licenseKeySchema, newLicenseKeySchema } from './schema.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';

export const presentNewLicenseKey = ({ record, key }: NewLicenseKey): z.infer<typeof newLicenseKeySchema> => ({
  id: record.id,
  licenseKey: key,
  instanceName: record.instanceName,
  active: record.revokedAt === null,
  createdAt: presentInstant(record.createdAt),
});

export const presentLicenseKey = (record: LicenseKey): z.infer<typeof licenseKeySchema> => ({
  id: record.id,
  licenseKey: record.shown,
  instanceName: record.instanceName,
  instanceUrl: record.instanceUrl,
  active: record.revokedAt === null,
  lastValidatedAt: presentInstantOrNull(record.lastValidatedAt),
  activatedAt: presentInstantOrNull(record.activatedAt),
  createdAt: presentInstant(record.createdAt),
});
