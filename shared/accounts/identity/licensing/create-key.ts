import type { LicenseKeyInput } from './input.ts';
import type { LicenseKey, NewLicenseKey } from './model.ts';
import { licenseKeyKey } from './store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { type Commit, create } from '#shared/platform/store/transact.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import { readOrganization } from '#shared/platform/access/organization-plan.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { planLimit } from '#shared/base/kernel/errors.ts';
import { newNamingToken } from '#shared/platform/access/credentials.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { ownerUnchanged } from '#shared/platform/access/epoch.ts';
import { ownMembershipUnchanged } from '#shared/platform/access/memberships.ts';

/** Creates a key. @throws 402 if the plan includes no licences, 404 if the caller has no organization */
export async function createLicenseKey(
  actor: Actor,
  { instanceName }: LicenseKeyInput,
  commit: Commit<NewLicenseKey>,
): Promise<NewLicenseKey> {
  const organizationId = organizationOf(actor);
  const { plan } = (await readOrganization(organizationId)).data;
  if (!PLANS[plan].selfHostingLicense) throw planLimit('selfHostingLicense', null, plan);
  const key = newNamingToken(organizationId);
  const record: LicenseKey = {
    id: newId(),
    organizationId,
    shown: `${key.slice(0, 8)}...${key.slice(-8)}`,
    keyHash: sha256(key),
    instanceName: instanceName ?? null,
    instanceUrl: null,
    metrics: null,
    lastValidatedAt: null,
    activatedAt: null,
    revokedAt: null,
    createdAt: instant(),
  };
  const item = { ...licenseKeyKey(organizationId, record.keyHash), kind: 'license-key' as const, data: record };
  return commit([create(item), ownerUnchanged(actor.account), ...ownMembershipUnchanged(actor)], { record, key });
}
