import * as z from 'zod';
import { type FoundLicense, licenseKeyKey } from './store.ts';
import type { LicenseQuestion } from './input.ts';
import { violationsOf } from './rules.ts';
import type { licenseSchema } from './schema.ts';
import type { ReasonOf } from '#shared/base/vocabulary/error-reasons.ts';
import { type Commit, ConditionFailed, update, type Write } from '#shared/platform/store/transact.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import type { LicenseKey } from './model.ts';
import { instant } from '#shared/base/kernel/clock.ts';

/** The result of a validation: the licence, or the reason of its refusal. */
export type LicenseAnswer =
  z.infer<typeof licenseSchema> | { refused: 401 | 403; reason: ReasonOf<'forbidden'> | 'unknown'; message: string };

const noKey: LicenseAnswer = { refused: 401, reason: 'unknown', message: 'The licence key is unknown or revoked.' };

/** Validates the licence of an instance, and stores the usage that it reports. */
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

/** The write that stores the report of an instance; fields that are absent keep their values. */
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
