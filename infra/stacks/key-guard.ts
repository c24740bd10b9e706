import { AnyPrincipal, CfnManagedPolicy, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import { everyWriteOfPublishedKeys } from '../grants/table-grants.ts';
import { policyDocument } from './template.ts';

/**
 * Denies functions to delete, disable or rename a key, even if their roles allow it. Their roles are recognized by the stage's
 * tags.
 */
export const notByFunctions = (stage: StageSettings): PolicyStatement =>
  new PolicyStatement({
    sid: 'NotChangedByFunctions',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [
      ...['kms:ScheduleKeyDeletion', 'kms:DisableKey', 'kms:PutKeyPolicy', 'kms:TagResource', 'kms:UntagResource'],
      ...['kms:CreateAlias', 'kms:UpdateAlias', 'kms:DeleteAlias'],
    ],
    resources: ['*'],
    conditions: {
      StringEquals: Object.fromEntries(
        Object.entries(names.stageTags(stage)).map(([tag, value]) => [`aws:PrincipalTag/${tag}`, value]),
      ),
    },
  });

/**
 * A policy that denies to write the keys which access tokens are verified with, for the roles of all functions of a stack that do not
 * publish them. One policy for all, which three hundred roles would else repeat.
 */
export const publishesNoKeys = (scope: Construct, stage: StageSettings): CfnManagedPolicy =>
  new CfnManagedPolicy(scope, 'PublishesNoKeys', {
    description: 'Denies writing the public keys that access tokens are verified with',
    policyDocument: policyDocument([everyWriteOfPublishedKeys(stage)], 'Deny'),
  });
