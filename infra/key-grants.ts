import * as names from './names.ts';
import { allow, type Statement } from './statement.ts';
import type { StageSettings } from './stages.ts';

/** Who may do what with the keys of KMS. */

/** The key that protects credentials of others. Keys have no name but their alias; this one's never moves. */
export const onSecretsKey = (stage: StageSettings, actions: string[]): Statement =>
  allow(actions, [names.anyKeyArn], {
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': [names.keyAlias(stage, 'secrets')] },
  });

/**
 * The key that signs access tokens, asked for by its alias. It is known by its tag, which it has borne for hours when rotation turns
 * the alias to it: for up to five minutes after an alias has moved, KMS decides by the aliases from before ("ABAC for AWS KMS").
 */
export const onTokenKey = (stage: StageSettings, actions: string[]): Statement =>
  allow(actions, [names.anyKeyArn], {
    StringEquals: { ...tokenKeyTag(stage, 'ResourceTag'), 'kms:RequestAlias': names.keyAlias(stage, 'token') },
  });

const tokenKeyTag = (stage: StageSettings, of: 'RequestTag' | 'ResourceTag'): Record<string, string> => ({
  [`aws:${of}/${names.TOKEN_KEY_TAG}`]: names.tokenKeyTag(stage),
});

/** What KMS says of keys that sign access tokens and of no other key of a stage. */
const SIGNING = { 'kms:KeySpec': 'ECC_NIST_P256', 'kms:KeyUsage': 'SIGN_VERIFY' };

/**
 * Makes, names and retires the keys that sign access tokens. A role that may tag a key could make any key one that may be deleted: so all
 * of it is for signing keys alone.
 */
export function tokenKeyRotation(stage: StageSettings): Statement[] {
  const aliases = [names.keyAlias(stage, 'token'), names.nextTokenKeyAlias(stage)];
  const turn = ['kms:CreateAlias', 'kms:UpdateAlias', 'kms:DeleteAlias'];
  return [
    allow(['kms:CreateKey'], ['*'], { StringEquals: { ...tokenKeyTag(stage, 'RequestTag'), ...SIGNING } }),
    // A key that is being made bears its tag from the start; whether KMS then knows its kind here too is not documented.
    allow(['kms:TagResource'], [names.anyKeyArn], {
      StringEquals: tokenKeyTag(stage, 'RequestTag'),
      StringEqualsIfExists: SIGNING,
    }),
    // Without the tag: that of a new key may count for nothing for five minutes.
    allow(['kms:GetPublicKey', 'kms:CreateAlias'], [names.anyKeyArn], { StringEquals: SIGNING }),
    allow(['kms:UpdateAlias', 'kms:DeleteAlias', 'kms:ScheduleKeyDeletion'], [names.anyKeyArn], {
      StringEquals: { ...tokenKeyTag(stage, 'ResourceTag'), ...SIGNING },
    }),
    allow(turn, aliases.map(names.aliasArn)),
  ];
}
