import { CfnDeletionPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBackupPlan, CfnBackupSelection, CfnBackupVault } from 'aws-cdk-lib/aws-backup';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import type { Statement } from '../grants/statement.ts';
import { assumedBy, policyDocument, substituted } from './template.ts';

const RETAIN = CfnDeletionPolicy.RETAIN_EXCEPT_ON_CREATE;

/** As long as the table can be brought back to any second; a restore of the files then finds a backup of the same days. */
const DAILY_DAYS = 35;
const MONTHLY_DAYS = 365;

/** Romanian law keeps invoices for five years; backups serve restores, not archives, so they end earlier. */
const RULES = [
  { ruleName: 'daily', scheduleExpression: 'cron(0 1 * * ? *)', days: DAILY_DAYS },
  { ruleName: 'monthly', scheduleExpression: 'cron(0 2 1 * ? *)', days: MONTHLY_DAYS },
];

/**
 * Backups of the table and of the files of documents, in addition to the table's point-in-time recovery and the versions of files:
 * they survive a deleted table or bucket, and with `backupCopyVault` the loss of a region.
 */
export class RecoveryStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, props?: StackProps) {
    super(scope, id, props);
    const vault = new CfnBackupVault(this, 'Vault', {
      backupVaultName: `${stage.name}-invoicing`,
      // Governance mode: nobody deletes a backup before its time unless a policy allows to remove the lock first. The stricter mode
      // could never be left again.
      lockConfiguration: { minRetentionDays: DAILY_DAYS, maxRetentionDays: MONTHLY_DAYS },
    });
    vault.cfnOptions.deletionPolicy = RETAIN;
    vault.cfnOptions.updateReplacePolicy = CfnDeletionPolicy.RETAIN;
    const plan = new CfnBackupPlan(this, 'Plan', {
      backupPlan: {
        backupPlanName: `${stage.name}-invoicing`,
        backupPlanRule: RULES.map(({ days, ...rule }) => ({
          ...rule,
          targetBackupVault: vault.ref,
          lifecycle: { deleteAfterDays: days },
          startWindowMinutes: 60,
          completionWindowMinutes: 24 * 60,
          ...(stage.backupCopyVault && {
            copyActions: [{ destinationBackupVaultArn: stage.backupCopyVault, lifecycle: { deleteAfterDays: days } }],
          }),
        })),
      },
    });
    const table = names.tableArn(stage);
    const bucket = names.bucketArn(names.documentsBucket(stage));
    const role = new CfnRole(this, 'Role', {
      description: 'Makes the backups of the table and of the files of documents',
      assumeRolePolicyDocument: assumedBy('backup.amazonaws.com', true),
      policies: [{ policyName: 'backup', policyDocument: policyDocument(mayBackUp(stage, table, bucket)) }],
    });
    new CfnBackupSelection(this, 'Selection', {
      backupPlanId: plan.ref,
      backupSelection: {
        selectionName: 'table-and-documents',
        iamRoleArn: role.attrArn,
        resources: [table, bucket].map(substituted),
      },
    });
  }
}

/**
 * AWS Backup developer guide, "Managed policies": the statements for DynamoDB and S3, with the stage's own resources in place of all
 * resources of the account. The key of the data needs none: its policy lets the account use it through DynamoDB and S3.
 */
const mayBackUp = (stage: StageSettings, table: string, bucket: string): Statement[] => [
  {
    Action: [
      'dynamodb:DescribeTable',
      'dynamodb:CreateBackup',
      'dynamodb:ListTagsOfResource',
      'dynamodb:StartAwsBackupJob',
      'dynamodb:DescribeContinuousBackups',
    ],
    Resource: [table],
  },
  { Action: ['dynamodb:DescribeBackup', 'dynamodb:DeleteBackup'], Resource: [`${table}/backup/*`] },
  {
    Action: [
      's3:GetInventoryConfiguration',
      's3:PutInventoryConfiguration',
      's3:ListBucketVersions',
      's3:ListBucket',
      's3:GetBucketVersioning',
      's3:GetBucketNotification',
      's3:PutBucketNotification',
      's3:GetBucketLocation',
      's3:GetBucketTagging',
      's3:GetBucketAcl',
    ],
    Resource: [bucket],
  },
  {
    Action: [
      's3:GetObject',
      's3:GetObjectAcl',
      's3:GetObjectTagging',
      's3:GetObjectVersion',
      's3:GetObjectVersionAcl',
      's3:GetObjectVersionTagging',
    ],
    Resource: [`${bucket}/*`],
  },
  {
    Action: [
      'events:PutRule',
      'events:DeleteRule',
      'events:DescribeRule',
      'events:EnableRule',
      'events:DisableRule',
      'events:PutTargets',
      'events:RemoveTargets',
      'events:ListTargetsByRule',
    ],
    Resource: [names.backupRuleArn],
  },
  // AWS knows no resources for these.
  { Action: ['events:ListRules', 'cloudwatch:GetMetricData', 's3:ListAllMyBuckets'], Resource: ['*'] },
  {
    Action: ['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault', 'backup:CopyFromBackupVault', 'backup:TagResource'],
    Resource: [
      names.backupVaultArn(stage),
      names.recoveryPointArn,
      ...(stage.backupCopyVault === undefined ? [] : [stage.backupCopyVault]),
    ],
  },
];
