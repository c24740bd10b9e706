import { Duration, RemovalPolicy, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CorsRule,
  HttpMethods,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { tableDefinition, TTL_ATTRIBUTE } from '#shared/platform/store/table.ts';
import { type BucketCorsRule, DOCUMENTS_CORS, uploadsCors, webOrigins } from '../stage/cors.ts';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import { notByFunctions } from './key-guard.ts';
import { substituted } from './template.ts';

/** Days for which replaced and deleted files can be restored. */
const OLD_VERSIONS_DAYS = 90;
const ACCESS_LOGS_DAYS = 365;

/**
 * Retains a resource when its stack is deleted or the resource is removed from it, but not when the deploy that creates it fails:
 * table and buckets have fixed names, so the next deploy could not create them again.
 */
const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

const corsRule = (rule: BucketCorsRule): CorsRule => ({
  ...rule,
  allowedMethods: rule.allowedMethods.map(method => HttpMethods[method]),
});

/** The data of a stage: table, buckets and keys. All of them are retained when the stack is deleted. */
export class DataStack extends Stack {
  readonly #stage: StageSettings;

  constructor(scope: Construct, id: string, stage: StageSettings, props?: StackProps) {
    super(scope, id, props);
    this.#stage = stage;
    const key = this.dataKey();
    this.documents(stage, key);
    this.namedKeys(stage);
    // The table is created last: it has deletion protection, so a rollback could not delete it.
    const before = this.node.children.filter(one => one !== key);
    const table = this.table(stage, key);
    for (const one of before) table.node.addDependency(one);
    new StringParameter(this, 'TableStream', {
      parameterName: names.streamArnParameter(stage),
      stringValue: stage.restoredTable?.streamArn ?? table.attrStreamArn,
    });
  }

  /**
   * Encrypts the table, the files, and the events of mails on their way, which name recipients. Roles may use the key only through DynamoDB and
   * S3, with their permissions there; SES only for what SNS encrypts for the topic of mail events (docs/adr/0035-mail-events-by-sns.md).
   */
  private dataKey(): Key {
    const stage = this.#stage;
    const key = new Key(this, 'DataKey', {
      description: 'Encrypts the table, the files of documents and the events of mails',
      enableKeyRotation: true,
      removalPolicy: KEPT,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ThroughTableAndFiles',
        principals: [new AnyPrincipal()],
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey', 'kms:CreateGrant'],
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': this.account,
            'kms:ViaService': ['dynamodb', 's3'].map(service => `${service}.${this.region}.${this.urlSuffix}`),
          },
        },
      }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'SesPublishesMailEvents',
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['kms:GenerateDataKey*', 'kms:Decrypt'],
        resources: ['*'],
        conditions: { StringEquals: substituted({ 'kms:EncryptionContext:aws:sns:topicArn': names.emailEventsTopicArn(stage) }) },
      }),
    );
    key.addToResourcePolicy(notByFunctions(stage));
    new Alias(this, 'DataAlias', { aliasName: names.keyAlias(stage, 'data'), targetKey: key });
    return key;
  }

  /** The table from the definition in shared/platform/store/table.ts, which the local runtime uses too. */
  private table(stage: StageSettings, key: Key): CfnTable {
    const described = tableDefinition(names.ownTableName(stage));
    const table = new CfnTable(this, 'Table', {
      ...(camelCase(described) as { keySchema: CfnTable.KeySchemaProperty[] }),
      streamSpecification: { streamViewType: described.StreamSpecification?.StreamViewType ?? '' },
      timeToLiveSpecification: { attributeName: TTL_ATTRIBUTE, enabled: true },
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtectionEnabled: true,
      sseSpecification: { sseEnabled: true, sseType: 'KMS', kmsMasterKeyId: key.keyArn },
    });
    table.applyRemovalPolicy(KEPT);
    return table;
  }

  private documents(stage: StageSettings, key: Key): void {
    const common = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: KEPT,
    };
    const accessLogs = new Bucket(this, 'AccessLogs', {
      ...common,
      bucketName: substituted(names.accessLogsBucket(stage)),
      // S3 cannot deliver access logs to a bucket whose default encryption is a KMS key.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(ACCESS_LOGS_DAYS) }],
    });
    const own = (use: string): BucketProps => ({
      ...common,
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      versioned: true,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: `${use}/`,
    });
    // A bucket of its own, so that functions that may write documents cannot change the trust anchors.
    new Bucket(this, 'Trust', { ...own('trust'), bucketName: substituted(names.trustBucket(stage)) });
    this.anchors(stage, own('anchors'));
    // Without versions: a form that is posted a thousand times stores one file, not a thousand.
    new Bucket(this, 'Uploads', {
      ...own('uploads'),
      bucketName: substituted(names.uploadsBucket(stage)),
      versioned: false,
      cors: uploadsCors(webOrigins(stage)).map(corsRule),
      lifecycleRules: [{ id: 'uploads', expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    const files = new Bucket(this, 'Documents', {
      ...own('documents'),
      bucketName: substituted(names.documentsBucket(stage)),
      // Without a default: files that prove submissions are locked one by one, as they are stored (shared/output/files/evidence.ts).
      objectLockEnabled: true,
      cors: DOCUMENTS_CORS.map(corsRule),
      lifecycleRules: [
        {
          id: 'drafts',
          prefix: 'drafts/',
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          // Archives can be downloaded for 7 days (shared/documents/invoices/export), tables for minutes.
          id: 'exports',
          prefix: 'exports/',
          expiration: Duration.days(8),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          // Locked until then (infra/person/records.ts).
          id: 'erasures',
          prefix: names.ERASURES,
          expiration: Duration.days(names.ERASURE_RECORD_DAYS + 1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          // A version that is locked stays until its lock ends, and is removed then.
          id: 'old-versions',
          noncurrentVersionExpiration: Duration.days(OLD_VERSIONS_DAYS),
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(7),
        },
      ],
    });
    files.addToResourcePolicy(
      denied(files, 'LocksHold', 's3:BypassGovernanceRetention', {
        StringNotEquals: { [`aws:PrincipalTag/${names.LOCK_BYPASS_TAG}`]: stage.name },
      }),
    );
    // Nobody could remove it before its date, not even the purge of a company.
    files.addToResourcePolicy(
      denied(files, 'NoLockForGood', 's3:PutObjectRetention', { StringEquals: { 's3:object-lock-mode': 'COMPLIANCE' } }),
    );
  }

  /**
   * Files that nobody changes or removes before their date: each new one is locked, none is stored under a key that has one, and none
   * is hidden by a delete marker.
   */
  private anchors(stage: StageSettings, common: BucketProps): void {
    const { mode, years } = stage.anchors;
    const locked = Duration.days(years * 366);
    const bucket = new Bucket(this, 'Anchors', {
      ...common,
      bucketName: substituted(names.anchorsBucket(stage)),
      objectLockEnabled: true,
      objectLockDefaultRetention:
        mode === 'COMPLIANCE' ? ObjectLockRetention.compliance(locked) : ObjectLockRetention.governance(locked),
      lifecycleRules: [{ id: 'past', expiration: locked.plus(Duration.days(1)), noncurrentVersionExpiration: Duration.days(1) }],
    });
    bucket.addToResourcePolicy(denied(bucket, 'OnlyNewFiles', 's3:PutObject', { Null: { 's3:if-none-match': 'true' } }));
    bucket.addToResourcePolicy(denied(bucket, 'NothingHidden', 's3:DeleteObject'));
  }

  /** Keys that functions use by their alias. */
  private namedKeys(stage: StageSettings): void {
    const token = new Key(this, 'TokenKey', {
      description: 'Signs access tokens',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: KEPT,
    });
    // The rotation of keys finds it by its tag when it is to be deleted.
    Tags.of(token).add(names.TOKEN_KEY_TAG, names.tokenKeyTag(stage));
    const secrets = new Key(this, 'SecretsKey', {
      description: 'Encrypts the third-party credentials that the service stores',
      enableKeyRotation: true,
      removalPolicy: KEPT,
    });
    secrets.addToResourcePolicy(notByFunctions(stage));
    for (const [use, targetKey] of [
      ['token', token],
      ['secrets', secrets],
    ] as const) {
      new Alias(this, `${use === 'token' ? 'Token' : 'Secrets'}Alias`, { aliasName: names.keyAlias(stage, use), targetKey });
    }
  }
}

/** Denies everybody an action on the files of a bucket. */
const denied = (bucket: Bucket, sid: string, action: string, conditions: Record<string, unknown> = {}): PolicyStatement =>
  new PolicyStatement({
    ...{ sid, effect: Effect.DENY, principals: [new AnyPrincipal()], actions: [action] },
    ...{ resources: [bucket.arnForObjects('*')], conditions },
  });

/** The SDK writes `KeySchema` where CloudFormation's classes write `keySchema`; below that and in values they agree. */
function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.slice(0, 1).toLowerCase() + key.slice(1), camelCase(inner)]),
  );
}
