import type { LicenseKeyInput } from './input.ts';
import type { LicenseKey, NewLicenseKey } from './model.ts';
import { licenseKeyKey } from './store.ts';
import type { Actor } from '#shared/access/model.ts';
import { type Commit, create } from '#shared/store/transact.ts';
import { organizationOf } from '#shared/access/actor.ts';
import { readOrganization } from '#shared/access/organization-plan.ts';
import { PLANS } from '#shared/access/plans.ts';
import { planLimit } from '#shared/kernel/errors.ts';
import { newNamingToken } from '#shared/access/credentials.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { instant } from '#shared/kernel/clock.ts';
import { ownerUnchanged } from '#shared/access/epoch.ts';
import { ownMembershipUnchanged } from '#shared/access/memberships.ts';

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
