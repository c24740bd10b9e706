import type * as z from 'zod';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { badRequest } from '#shared/base/kernel/errors.ts';
import { findInRegistry } from '#shared/authority/registries/lookups.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, lookupKey } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import type { vatStatusSchema } from './schema.ts';

export type VatStatus = z.infer<typeof vatStatusSchema>;

const KEPT_SECONDS = 86_400;

const statusKey = (cif: string): Key => lookupKey('VATSTATUS', cif);

/**
 * The VAT status of a tax number in the public register; cached for a day.
 *
 * @param given the tax number; everything but its digits is ignored
 * @throws 400 unless it has 1 to 10 digits; 404; 503
 */
export async function lookUpVatStatus(given: string): Promise<VatStatus> {
  const cif = given.replace(/\D/g, '');
  if (cif === '' || cif.length > 10)
    throw badRequest('The tax number must have 1 to 10 digits.', { cif: ['must be a tax number'] });
  const kept = await getItem<Item & { data: VatStatus }>(statusKey(cif));
  if (kept) return kept.data;
  const { name, vatPayer, vatOnCollection } = await findInRegistry(cif);
  const status = { name, vatPayer, vatOnCollection };
  await transact([put({ ...statusKey(cif), kind: 'vat-status', data: status, expiresAt: epochSeconds() + KEPT_SECONDS })]);
  return status;
}
