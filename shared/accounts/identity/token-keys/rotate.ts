import {
  CreateAliasCommand,
  CreateKeyCommand,
  DeleteAliasCommand,
  ScheduleKeyDeletionCommand,
  UpdateAliasCommand,
} from '@aws-sdk/client-kms';
import { environment } from '#shared/platform/aws/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { kms } from '#shared/platform/aws/kms.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { sleepWithJitter } from '#shared/platform/store/resend.ts';
import { ConditionFailed, remove, transact, update } from '#shared/platform/store/transact.ts';
import { KEYS_KEPT_SECONDS, type PublishedKey, publishedKeyKey, publishedKeys } from '#shared/platform/access/published-keys.ts';
import { publicHalf, publish } from './signing-keys.ts';

/**
 * Rotation of the keys that sign access tokens. A new key is published well before it signs, so that all verifiers have it by then;
 * an old key stays published until its last token has expired. Each run executes the steps that are due; if a run fails, the next
 * one completes its step.
 */

/** Seconds between publishing a key and signing with it: far longer than clients cache the key set (`Cache-Control`: 300 s). */
const LEAD_SECONDS = 43_200;

/** Seconds for which an old key stays published after its last token has expired: allows for clock skew and cached keys. */
const SLACK_SECONDS = 3600 + KEYS_KEPT_SECONDS;

/** The shortest waiting period of KMS before it deletes a key; until then an operator can cancel the deletion. */
const PENDING_DAYS = 7;

/** Retries of creating the alias of a new key: KMS is eventually consistent and may not find the key at once. */
const NAMING_RETRIES = 5;

export interface RotationSettings {
  /** Seconds for which a key signs before the next one is created. */
  signsFor: number;
  /** Lifetime of an access token in seconds. */
  tokenLives: number;
}

/** A step of rotation: create and publish the next key, switch signing to it, or remove an old key. */
export type RotationStep =
  { do: 'create' } | { do: 'switch'; from: PublishedKey; to: PublishedKey } | { do: 'remove'; key: PublishedKey };

/** The steps that are due at a time. Pure. */
export function dueSteps(keys: readonly PublishedKey[], at: Date, { signsFor, tokenLives }: RotationSettings): RotationStep[] {
  const past = (since: string, seconds: number): boolean => at.getTime() >= Date.parse(since) + seconds * 1000;
  const next = keys.find(key => key.signsFrom === null);
  const current = keys.find(key => key.signsFrom !== null && key.retiredAt === null);
  const over = keys.filter(key => key.retiredAt !== null && past(key.retiredAt, tokenLives + SLACK_SECONDS));
  const removals = over.map((key): RotationStep => ({ do: 'remove', key }));
  if (!current) return removals;
  if (next) return past(next.publishedAt, LEAD_SECONDS) ? [...removals, { do: 'switch', from: current, to: next }] : removals;
  return past(current.signsFrom ?? '', signsFor) ? [...removals, { do: 'create' }] : removals;
}

const settings = (): RotationSettings => ({
  signsFor: setting('TOKEN_KEY_DAYS') * 86_400,
  tokenLives: setting('ACCESS_TOKEN_SECONDS'),
});

/** Executes the steps that are due. */
export async function rotateTokenKeys(): Promise<void> {
  for (const step of dueSteps(await publishedKeys(), now(), settings())) {
    if (step.do === 'create') await createNext();
    else if (step.do === 'switch') await switchTo(step);
    else await removeKey(step.key);
    log.info('token keys rotated', { step: step.do });
  }
}

/** The alias of the next key. A later run finds the key by it if the run that created the key failed before publishing it. */
const nextAlias = (): string => `${environment('tokenKey')}-next`;

const isNamed = (error: unknown, ...names: string[]): boolean => error instanceof Error && names.includes(error.name);

/** Creates the next key, unless an earlier run did, and publishes it. */
async function createNext(): Promise<void> {
  const begun = await publicHalf(nextAlias()).catch((error: unknown) => {
    if (isNamed(error, 'NotFoundException')) return undefined;
    throw error;
  });
  await publish({ ...(begun ?? (await newKey())), madeByRotation: true });
}

async function newKey(): Promise<PublishedKey> {
  const { KeyMetadata } = await kms().send(
    new CreateKeyCommand({
      Description: 'Signs access tokens',
      KeySpec: 'ECC_NIST_P256',
      KeyUsage: 'SIGN_VERIFY',
      // The IAM policy of this function permits operations only on keys with this tag.
      Tags: [{ TagKey: 'invoicing:key', TagValue: environment('tokenKey').replace(/^alias\//, '') }],
    }),
  );
  const keyId = KeyMetadata?.Arn;
  if (!keyId) throw new Error('KMS returned no ARN for the new key.');
  await nameNext(keyId);
  return publicHalf(keyId);
}

/** Creates the alias of a new key, without which no later run finds the key. Retries while KMS does not find the key yet. */
async function nameNext(keyId: string): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      await kms().send(new CreateAliasCommand({ AliasName: nextAlias(), TargetKeyId: keyId }));
      return;
    } catch (error) {
      if (!isNamed(error, 'NotFoundException') || tried === NAMING_RETRIES) throw error;
      await sleepWithJitter(tried + 1);
    }
  }
}

/**
 * Switches signing to the next key. The alias is updated before the records: in the reverse order, a run that fails in between
 * would leave the old key marked as retired while it still signs, so that it could be withdrawn too early.
 */
async function switchTo({ from, to }: Extract<RotationStep, { do: 'switch' }>): Promise<void> {
  await kms().send(new UpdateAliasCommand({ AliasName: environment('tokenKey'), TargetKeyId: to.keyId }));
  await kms()
    .send(new DeleteAliasCommand({ AliasName: nextAlias() }))
    .catch((error: unknown) => {
      if (!isNamed(error, 'NotFoundException')) throw error;
    });
  const mark = (key: PublishedKey, field: 'signsFrom' | 'retiredAt') =>
    update(publishedKeyKey(key.kid), {
      expression: `SET #data.${field} = :now`,
      names: { '#data': 'data' },
      values: { ':now': instant(), ':null': null },
      condition: `#data.${field} = :null`,
    });
  try {
    await transact([mark(to, 'signsFrom'), mark(from, 'retiredAt')]);
  } catch (error) {
    // A failed condition means that another run has recorded the switch already.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Withdraws a key whose tokens have all expired, and schedules its deletion in KMS if rotation created it. */
async function removeKey({ kid, keyId, madeByRotation }: PublishedKey): Promise<void> {
  if (madeByRotation) await deleteKey(keyId);
  await transact([remove(publishedKeyKey(kid))]);
}

async function deleteKey(keyId: string): Promise<void> {
  await kms()
    .send(new ScheduleKeyDeletionCommand({ KeyId: keyId, PendingWindowInDays: PENDING_DAYS }))
    .catch((error: unknown) => {
      // An earlier run scheduled the deletion and failed afterwards, or the key is deleted already.
      if (!isNamed(error, 'KMSInvalidStateException', 'NotFoundException')) throw error;
    });
}
