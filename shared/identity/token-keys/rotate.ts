import {
  CreateAliasCommand,
  CreateKeyCommand,
  DeleteAliasCommand,
  ScheduleKeyDeletionCommand,
  UpdateAliasCommand,
} from '@aws-sdk/client-kms';
import { environment } from '../../aws/environment.ts';
import { setting } from '../../settings/settings.ts';
import { kms } from '../../aws/kms.ts';
import { instant, now } from '../../kernel/clock.ts';
import { log } from '../../kernel/log.ts';
import { sleepWithJitter } from '../../store/resend.ts';
import { ConditionFailed, remove, transact, update } from '../../store/transact.ts';
import { KEYS_KEPT_SECONDS, type PublishedKey, publishedKeyKey, publishedKeys } from '../../access/published-keys.ts';
import { publicHalf, publish } from './signing-keys.ts';

/**
 * Rotation of the keys that sign access tokens. A new key is published well before it signs, so that everybody who verifies has
 * it by then, and an old one stays until its last token has expired. Each run takes the steps that are due; one that died is
 * taken up by the next.
 */

/** From publishing a key to signing with it: far longer than anybody keeps the key set (`Cache-Control` of the endpoint: 300 s). */
const LEAD_SECONDS = 43_200;

/** How much longer than a token an old key is kept: for clocks that go wrong, and processes that verify with what they have. */
const SLACK_SECONDS = 3600 + KEYS_KEPT_SECONDS;

/** KMS keeps a key that is to be deleted for at least so long; until then an operator can take it back. */
const PENDING_DAYS = 7;

/** How often a new key is named again that KMS does not know everywhere yet. */
const NAMING_RETRIES = 5;

export interface RotationSettings {
  /** Seconds that a key signs. */
  signsFor: number;
  /** Seconds that a token lives. */
  tokenLives: number;
}

/** A step of rotation. */
export type RotationStep =
  { do: 'create' } | { do: 'switch'; from: PublishedKey; to: PublishedKey } | { do: 'remove'; key: PublishedKey };

/** What is due. Pure. */
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

/** Takes the steps that are due. */
export async function rotateTokenKeys(): Promise<void> {
  for (const step of dueSteps(await publishedKeys(), now(), settings())) {
    if (step.do === 'create') await createNext();
    else if (step.do === 'switch') await switchTo(step);
    else await removeKey(step.key);
    log.info('token keys rotated', { step: step.do });
  }
}

/** The alias of the key that comes next: what finds it again when the run that made it died. */
const nextAlias = (): string => `${environment('tokenKey')}-next`;

const isNamed = (error: unknown, ...names: string[]): boolean => error instanceof Error && names.includes(error.name);

/** Makes the next key and publishes it. */
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
      // What this function may do with keys goes by the tag.
      Tags: [{ TagKey: 'invoicing:key', TagValue: environment('tokenKey').replace(/^alias\//, '') }],
    }),
  );
  const keyId = KeyMetadata?.Arn;
  if (!keyId) throw new Error('KMS made no key.');
  await nameNext(keyId);
  return publicHalf(keyId);
}

/** Names a new key. KMS may not know it everywhere yet; a key without a name would be found by no later run. */
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

/** Has the next key sign from now on. The alias goes first: a token is never signed by a key that is not published. */
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
    if (!(error instanceof ConditionFailed)) throw error; // Another run was first.
  }
}

/** Stops trusting a key whose tokens have all expired, and deletes it if rotation made it. */
async function removeKey({ kid, keyId, madeByRotation }: PublishedKey): Promise<void> {
  if (madeByRotation) await deleteKey(keyId);
  await transact([remove(publishedKeyKey(kid))]);
}

async function deleteKey(keyId: string): Promise<void> {
  await kms()
    .send(new ScheduleKeyDeletionCommand({ KeyId: keyId, PendingWindowInDays: PENDING_DAYS }))
    .catch((error: unknown) => {
      // Asked for before, by a run that died; or gone already.
      if (!isNamed(error, 'KMSInvalidStateException', 'NotFoundException')) throw error;
    });
}
