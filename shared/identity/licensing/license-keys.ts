import * as z from 'zod';
import { instant, shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { found, planLimit } from '../../kernel/errors.ts';
import { optionalText } from '../../kernel/fields.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { queryItems } from '../../store/read.ts';
import { type Item, type Key, organizationKey, organizationPartition } from '../../store/table.ts';
import { type Commit, create, update, type Write } from '../../store/transact.ts';
import { organizationOf } from '../api-tokens/manage.ts';
import { newNamingToken } from '../../access/credentials.ts';
import { ownerUnchanged } from '../../access/epoch.ts';
import { ownMembershipUnchanged } from '../../access/memberships.ts';
import type { Actor } from '../../access/model.ts';
import { readOrganization } from '../../access/organization-plan.ts';
import { PLANS } from '../../access/plans.ts';
import type { licenseKeySchema, newLicenseKeySchema } from './schema.ts';

/**
 * Licence keys by which an instance on somebody's own machines proves its plan (completions-accounts §22). A key names its
 * organization as an API key names its user, and only its hash is stored. Item `O#<organization>` / `LICENSE#<sha256>`.
 */
export interface LicenseKey {
  id: string;
  organizationId: string;
  /** First and last 8 characters. */
  shown: string;
  keyHash: string;
  instanceName: string | null;
  instanceUrl: string | null;
  /** JSON of what the instance told of its use last. */
  metrics: string | null;
  lastValidatedAt: string | null;
  /** When it was validated first. */
  activatedAt: string | null;
  revokedAt: string | null;
  createdAt: string;
}

const PREFIX = 'LICENSE#';

export const licenseKeyKey = (organizationId: string, hash: string): Key => organizationKey(organizationId, `${PREFIX}${hash}`);

export const LicenseKeyForm = z.object({ instanceName: optionalText(255) });
export type LicenseKeyForm = z.infer<typeof LicenseKeyForm>;

/** A key just made, with its raw value: the only time that it is known. */
export interface NewLicenseKey {
  record: LicenseKey;
  key: string;
}

export const presentNewLicenseKey = ({ record, key }: NewLicenseKey): z.infer<typeof newLicenseKeySchema> => ({
  id: record.id,
  licenseKey: key,
  instanceName: record.instanceName,
  active: record.revokedAt === null,
  createdAt: shownInstant(record.createdAt),
});

export const presentLicenseKey = (record: LicenseKey): z.infer<typeof licenseKeySchema> => ({
  id: record.id,
  licenseKey: record.shown,
  instanceName: record.instanceName,
  instanceUrl: record.instanceUrl,
  active: record.revokedAt === null,
  lastValidatedAt: shownInstantOrNull(record.lastValidatedAt),
  activatedAt: shownInstantOrNull(record.activatedAt),
  createdAt: shownInstant(record.createdAt),
});

/** Makes a key. @throws 402 when the plan holds no licences, 404 without an organization */
export async function createLicenseKey(
  actor: Actor,
  { instanceName }: LicenseKeyForm,
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

/** All keys of an organization, revoked ones too. */
export async function readLicenseKeys(organizationId: string): Promise<LicenseKey[]> {
  const range = { partition: organizationPartition(organizationId), beginsWith: PREFIX };
  return (await queryItems<Item & { data: LicenseKey }>(range)).map(item => item.data);
}

/** All keys of the caller's organization, revoked ones too, newest first. @throws 404 without an organization */
export const listLicenseKeys = async (actor: Actor): Promise<LicenseKey[]> =>
  (await readLicenseKeys(organizationOf(actor))).toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id),
  );

/** The write that ends a key. */
export const revocationOf = (record: LicenseKey): Write =>
  update(licenseKeyKey(record.organizationId, record.keyHash), {
    expression: 'SET #data.revokedAt = :now',
    names: { '#data': 'data' },
    values: { ':now': instant() },
    condition: 'attribute_exists(pk)',
  });

/** Revokes a key for good; it stays listed. Revoking it again changes nothing. @throws 404 */
export async function revokeLicenseKey(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  const record = found(
    (await listLicenseKeys(actor)).find(one => one.id === id),
    'Licence key',
  );
  if (record.revokedAt === null) await commit([revocationOf(record)], undefined);
}
