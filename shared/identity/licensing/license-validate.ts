import type { ReasonOf } from '../../vocabulary/error-reasons.ts';
import * as z from 'zod';
import { environment } from '../../aws/environment.ts';
import { instant } from '../../kernel/clock.ts';
import { optionalText } from '../../kernel/fields.ts';
import { getItem } from '../../store/read.ts';
import type { Item } from '../../store/table.ts';
import { type Commit, ConditionFailed, update, type Write } from '../../store/transact.ts';
import { findOrganization } from '../../access/records.ts';
import { readNamingToken } from '../../access/credentials.ts';
import { type LicenseKey, licenseKeyKey } from './license-keys.ts';
import type { Organization } from '../../access/model.ts';
import { type Features, PLANS } from '../../access/plans.ts';
import type { licenseSchema } from './schema.ts';

/** What an instance on somebody's own machines asks now and then (completions-accounts §22). The key is the credential. */

const MAX_METRICS_BYTES = 16_384;

/** Body of POST /api/v1/licensing/validate. */
export const LicenseQuestion = z.object({
  licenseKey: z.string().trim().min(1, 'must not be empty'),
  instanceName: optionalText(255),
  instanceUrl: optionalText(500),
  metrics: z
    .record(z.string(), z.unknown(), 'must be an object')
    .refine(
      metrics => Buffer.byteLength(JSON.stringify(metrics)) <= MAX_METRICS_BYTES,
      `must have at most ${MAX_METRICS_BYTES} bytes as JSON`,
    )
    .nullish(),
});
export type LicenseQuestion = z.infer<typeof LicenseQuestion>;

/** A key with its organization. */
export interface FoundLicense {
  key: LicenseKey;
  organization: Organization;
}

/** What a licence key names, in one wave; undefined when there is no such key. */
export async function findLicense(licenseKey: string): Promise<FoundLicense | undefined> {
  const named = readNamingToken(licenseKey);
  if (!named) return undefined;
  const [key, organization] = await Promise.all([
    getItem<Item & { data: LicenseKey }>(licenseKeyKey(named.id, named.hash)),
    findOrganization(named.id),
  ]);
  return key && organization ? { key: key.data, organization } : undefined;
}

/** What the answer is: the licence, or why there is none. */
export type LicenseAnswer =
  z.infer<typeof licenseSchema> | { refused: 401 | 403; reason: ReasonOf<'forbidden'> | 'unknown'; message: string };

/** What an instance counts, to the feature that limits it. */
const LIMITED = {
  companies: 'maxCompanies',
  users: 'maxUsersPerOrg',
  invoicesThisMonth: 'maxInvoicesPerMonth',
  attachmentBytes: 'attachmentStorageBytes',
} as const satisfies Record<string, keyof Features>;

/** Where an instance has more than its plan allows, each in a sentence. */
export const violationsOf = (features: Features, metrics: Record<string, unknown>): string[] =>
  Object.entries(LIMITED).flatMap(([metric, feature]) => {
    const used = metrics[metric];
    const limit = features[feature];
    return typeof used === 'number' && limit !== null && used > limit ? [`${metric}: ${used} used, ${feature} is ${limit}`] : [];
  });

const noKey: LicenseAnswer = { refused: 401, reason: 'unknown', message: 'The licence key is unknown or revoked.' };

/** Answers an instance, and keeps what it told of itself. */
export async function validateLicense(
  sought: FoundLicense | undefined,
  question: LicenseQuestion,
  commit: Commit<LicenseAnswer>,
): Promise<LicenseAnswer> {
  if (!sought || sought.key.revokedAt !== null) return noKey;
  const { plan, name, closedAt } = sought.organization;
  if (closedAt !== undefined) return { refused: 403, reason: 'organization_inactive', message: 'The organization is closed.' };
  const features = PLANS[plan];
  if (!features.selfHostingLicense)
    return { refused: 403, reason: 'plan', message: `The plan ${plan} holds no licence for own machines.` };
  const answer: LicenseAnswer = {
    valid: true,
    plan,
    features,
    organizationName: name,
    // No billing is connected: a plan has no period and no trial.
    currentPeriodEnd: null,
    trialEndsAt: null,
    violations: violationsOf(features, question.metrics ?? {}),
    billingUrl: `${environment('appUrl')}/settings/billing`,
  };
  try {
    return await commit([noted(sought.key, question)], answer);
  } catch (error) {
    if (error instanceof ConditionFailed) return noKey; // Revoked just now.
    throw error;
  }
}

/** Keeps what an instance told of itself; what it leaves out stays. */
function noted({ organizationId, keyHash, activatedAt }: LicenseKey, question: LicenseQuestion): Write {
  const { instanceName, instanceUrl, metrics } = question;
  const fields = Object.entries({
    lastValidatedAt: instant(),
    activatedAt: activatedAt ?? instant(),
    instanceName,
    instanceUrl,
    metrics: metrics && JSON.stringify(metrics),
  }).filter(([, value]) => value != null);
  return update(licenseKeyKey(organizationId, keyHash), {
    expression: `SET ${fields.map(([name]) => `#data.#${name} = :${name}`).join(', ')}`,
    names: { '#data': 'data', ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])) },
    values: { ':null': null, ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])) },
    condition: '#data.revokedAt = :null',
  });
}
