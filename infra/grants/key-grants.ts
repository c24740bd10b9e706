import { SEALED_KINDS, type SealedKind } from '#shared/base/vocabulary/sealed-kinds.ts';
import * as names from '../stage/names.ts';
import { allow, type Statement } from './statement.ts';
import type { StageSettings } from '../stage/stages.ts';

/** IAM statements on the KMS keys of a stage. */

/**
 * Allows actions on the key that encrypts credentials, found by its alias, which always stays on the same key, for one kind of credentials:
 * a function that could be misused opens no other kind, although it may read the items that hold them.
 */
export function onSecretsKey(stage: StageSettings, actions: string[], kind: SealedKind): Statement {
  const { purpose, name }: { purpose?: string; name?: string } = SEALED_KINDS[kind];
  return allow(actions, [names.anyKeyArn], {
    'ForAnyValue:StringEquals': {
      'kms:ResourceAliases': [names.keyAlias(stage, 'secrets')],
      ...(name !== undefined && { 'kms:EncryptionContextKeys': [name] }),
    },
    ...(purpose !== undefined && { StringEquals: { 'kms:EncryptionContext:purpose': purpose } }),
  });
}

/**
 * Allows actions on the key that signs access tokens, requested by its alias. The key is recognized by its tag, which a new key has
 * had for hours when rotation moves the alias to it: for up to five minutes after an alias has moved, KMS authorizes by the
 * previous aliases (KMS developer guide, "ABAC for AWS KMS").
 */
export const onTokenKey = (stage: StageSettings, actions: string[]): Statement =>
  allow(actions, [names.anyKeyArn], {
    StringEquals: { ...tokenKeyTag(stage, 'ResourceTag'), 'kms:RequestAlias': names.keyAlias(stage, 'token') },
  });

const tokenKeyTag = (stage: StageSettings, of: 'RequestTag' | 'ResourceTag'): Record<string, string> => ({
  [`aws:${of}/${names.TOKEN_KEY_TAG}`]: names.tokenKeyTag(stage),
});

/** Condition keys of KMS that hold for keys that sign access tokens, and for no other key of a stage. */
const SIGNING = { 'kms:KeySpec': 'ECC_NIST_P256', 'kms:KeyUsage': 'SIGN_VERIFY' };

/**
 * Allows creating, aliasing and deleting keys that sign access tokens. A role that may tag any key could tag one and then delete
 * it: so every statement is limited to signing keys.
 */
export function tokenKeyRotation(stage: StageSettings): Statement[] {
  const alias = names.aliasArn(names.keyAlias(stage, 'token'));
  const nextAlias = names.aliasArn(names.nextTokenKeyAlias(stage));
  return [
    allow(['kms:CreateKey'], ['*'], { StringEquals: { ...tokenKeyTag(stage, 'RequestTag'), ...SIGNING } }),
    // CreateKey sets the tag in the same call. `IfExists`: AWS does not document whether KMS knows spec and usage of the key at
    // that time.
    allow(['kms:TagResource'], [names.anyKeyArn], {
      StringEquals: tokenKeyTag(stage, 'RequestTag'),
      StringEqualsIfExists: SIGNING,
    }),
    // Not by tag: the tag of a new key may take five minutes to be effective.
    allow(['kms:GetPublicKey', 'kms:CreateAlias'], [names.anyKeyArn], { StringEquals: SIGNING }),
    allow(['kms:UpdateAlias', 'kms:DeleteAlias', 'kms:ScheduleKeyDeletion'], [names.anyKeyArn], {
      StringEquals: { ...tokenKeyTag(stage, 'ResourceTag'), ...SIGNING },
    }),
    // Rotation names a new key, moves the alias that signs to it, and takes that name away again.
    allow(['kms:CreateAlias', 'kms:DeleteAlias'], [nextAlias]),
    allow(['kms:UpdateAlias'], [alias]),
  ];
}
