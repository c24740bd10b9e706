import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import * as names from '../names.ts';
import type { StageSettings } from '../stages.ts';

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
