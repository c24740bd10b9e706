import type { LicenseKey } from './model.ts';
import { type Item, type Key, organizationKey, organizationPartition } from '#shared/platform/store/table.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Organization } from '#shared/platform/access/model.ts';
import { readNamingToken } from '#shared/platform/access/credentials.ts';
import { findOrganization } from '#shared/platform/access/records.ts';

const PREFIX = 'LICENSE#';

export const licenseKeyKey = (organizationId: string, hash: string): Key => organizationKey(organizationId, `${PREFIX}${hash}`);

/** All keys of an organization, including revoked ones. */
export async function readLicenseKeys(organizationId: string): Promise<LicenseKey[]> {
  const range = { partition: organizationPartition(organizationId), beginsWith: PREFIX };
  return (await queryItems<Item & { data: LicenseKey }>(range)).map(item => item.data);
}

/** The write that revokes a key. */
export const revocationOf = (record: LicenseKey): Write =>
  update(licenseKeyKey(record.organizationId, record.keyHash), {
    expression: 'SET #data.revokedAt = :now',
    names: { '#data': 'data' },
    values: { ':now': instant() },
    condition: 'attribute_exists(pk)',
  });

/** A key with its organization. */
export interface FoundLicense {
  key: LicenseKey;
  organization: Organization;
}

/** The record of a licence key with its organization, in one round trip; undefined if there is none. */
export async function findLicense(licenseKey: string): Promise<FoundLicense | undefined> {
  const named = readNamingToken(licenseKey);
  if (!named) return undefined;
  const [key, organization] = await Promise.all([
    getItem<Item & { data: LicenseKey }>(licenseKeyKey(named.id, named.hash)),
    findOrganization(named.id),
  ]);
  return key && organization ? { key: key.data, organization } : undefined;
}
