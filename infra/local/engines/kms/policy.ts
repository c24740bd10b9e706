import type { Statement } from '../../../grants/statement.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { AwsError } from '../http.ts';
import type { KeyFile, StoredKey } from './keys.ts';

/**
 * Authorizes calls by the IAM statements of the calling function, like KMS on a stage: with the aliases and tags that keys had five
 * minutes ago ("It might take up to five minutes for tag and alias changes to affect KMS key authorization", developer guide, ABAC).
 */
export interface KeyPolicy {
  /** The IAM statements of a function; undefined for other callers, which may do everything. */
  statementsOf(caller: string): readonly Statement[] | undefined;
  /** Takes each action that a call has used. */
  onUsed?(caller: string, action: string): void;
}

const SETTLES_AFTER_MS = 5 * 60_000;

/** The parts of a call's input that authorization depends on. */
interface CallInput {
  KeyId?: string;
  TargetKeyId?: string;
  AliasName?: string;
  KeySpec?: string;
  KeyUsage?: string;
  Tags?: { TagKey: string; TagValue: string }[];
  EncryptionContext?: Record<string, string>;
}

/** Condition keys with their known values. */
type Facts = Record<string, readonly string[]>;

interface Wanted {
  action: string;
  /** The resource: `key` for any key, `*` if there is none yet, or an alias. */
  resource: string;
  facts: Facts;
}

/** @throws AwsError AccessDeniedException when no statement of the caller's role allows the call */
export function authorise(policy: KeyPolicy, keys: KeyFile, caller: string, operation: string, input: CallInput): void {
  const statements = policy.statementsOf(caller);
  if (!statements) return;
  for (const wanted of wantedBy(keys, operation, input)) {
    if (!statements.some(one => allows(one, wanted)))
      throw new AwsError('AccessDeniedException', 400, `User: ${caller} is not authorized to perform: ${wanted.action}`);
    policy.onUsed?.(caller, wanted.action);
  }
}

/** The permissions that a call needs: for operations on aliases those on alias and key, for creating a key with tags also the tagging. */
function wantedBy(keys: KeyFile, operation: string, input: CallInput): Wanted[] {
  const action = `kms:${operation}`;
  const onKey = (key: StoredKey | undefined): Wanted[] =>
    key ? [{ action, resource: 'key', facts: { ...factsOf(key, input.KeyId), ...contextFacts(input) } }] : [];
  const { AliasName, TargetKeyId, KeyId } = input;
  if (operation === 'CreateKey') {
    const kind = { 'kms:KeySpec': [input.KeySpec ?? 'SYMMETRIC_DEFAULT'], 'kms:KeyUsage': [input.KeyUsage ?? 'ENCRYPT_DECRYPT'] };
    const tags = Object.fromEntries((input.Tags ?? []).map(({ TagKey, TagValue }) => [`aws:RequestTag/${TagKey}`, [TagValue]]));
    const making = { action, resource: '*', facts: { ...kind, ...tags } };
    return input.Tags ? [making, { action: 'kms:TagResource', resource: 'key', facts: tags }] : [making];
  }
  if (AliasName !== undefined) {
    const target = TargetKeyId === undefined ? undefined : keys.find(TargetKeyId);
    return [{ action, resource: AliasName, facts: {} }, ...onKey(keys.aliased(AliasName)), ...onKey(target)];
  }
  return KeyId === undefined ? [] : onKey(keys.find(KeyId));
}

const contextFacts = ({ EncryptionContext: context = {} }: CallInput): Facts => ({
  'kms:EncryptionContextKeys': Object.keys(context),
  ...Object.fromEntries(Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]])),
});

function factsOf(key: StoredKey, requested: string | undefined): Facts {
  const isSettled = (since: string | undefined): boolean =>
    since === undefined || now().getTime() >= Date.parse(since) + SETTLES_AFTER_MS;
  const aliases = isSettled(key.aliasesMoved?.at) ? key.aliases : (key.aliasesMoved?.before ?? []);
  const tags = isSettled(key.tagged?.at) ? (key.tagged?.tags ?? {}) : {};
  return {
    ...(requested?.startsWith('alias/') && { 'kms:RequestAlias': [requested] }),
    'kms:ResourceAliases': aliases,
    'kms:KeySpec': [key.spec],
    'kms:KeyUsage': [key.usage],
    ...Object.fromEntries(Object.entries(tags).map(([name, value]) => [`aws:ResourceTag/${name}`, [value]])),
  };
}

const covers = (granted: string, resource: string): boolean =>
  granted === '*' || (resource === 'key' ? granted.endsWith(':key/*') : granted.endsWith(`:${resource}`));

function allows({ Action, Resource, Condition = {} }: Statement, { action, resource, facts }: Wanted): boolean {
  return (
    Action.includes(action) &&
    Resource.some(granted => covers(granted, resource)) &&
    Object.entries(Condition).every(([operator, wanted]) =>
      Object.entries(wanted).every(([name, values]) => holds(operator, facts[name], [values].flat())),
    )
  );
}

/** @throws Error for an unknown operator, since a condition must not be ignored */
function holds(operator: string, values: readonly string[] | undefined, wanted: readonly string[]): boolean {
  const matches = (values ?? []).some(value => wanted.includes(value));
  if (operator === 'StringEquals' || operator === 'ForAnyValue:StringEquals') return matches;
  if (operator === 'StringEqualsIfExists') return values === undefined || matches;
  throw new Error(`The local KMS does not know the condition operator ${operator}.`);
}
