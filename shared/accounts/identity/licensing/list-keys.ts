import type { LicenseKey } from './model.ts';
import { readLicenseKeys } from './store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';

/** All keys of the caller's organization, including revoked ones, newest first. @throws 404 if the caller has no organization */
export const listLicenseKeys = async (actor: Actor): Promise<LicenseKey[]> =>
  (await readLicenseKeys(organizationOf(actor))).toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id),
  );
