import {
  type QueueGrant,
  queueGrant,
  queueVariable,
  SENDABLE_QUEUES,
  SHARED_QUEUES,
  type WorkersGrant,
  workersGrant,
  workersOf,
} from '#shared/platform/aws/queues.ts';
import {
  SEALED,
  type SealedKind,
  type SealGrant,
  sealGrant,
  type UnsealGrant,
  unsealGrant,
} from '#shared/base/vocabulary/sealed-kinds.ts';
import { parameterOf, SECRET_NAMES, type SecretGrant, secretGrant } from '#shared/platform/settings/secret-names.ts';
import type { StageSetting } from '#shared/platform/settings/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { TRUST_FILES } from '#shared/platform/aws/trust-bucket.ts';
import { CHECKED_PREFIX } from '#shared/app/system/report.ts';
import { type Grant, tableAccess } from '#shared/platform/lambda/grants.ts';
import { ANCHOR_GRANTS } from './anchor-grants.ts';
import type { Entry } from '../catalogue.ts';
import { DOCUMENT_GRANTS } from './document-grants.ts';
import { edgeEnvironment } from '../stage/edge-settings.ts';
import * as names from '../stage/names.ts';
import { onSecretsKey, onTokenKey, tokenKeyRotation } from './key-grants.ts';
import { allow, merged, type Statement } from './statement.ts';
import { accessGrants, chainGrants, writesPublishedKeys } from './table-grants.ts';
import { appUrlOf, mailAddress, mailIdentity, type StageSettings } from '../stage/stages.ts';

/** The IAM statements of a function, and the environment variables with the resources that it uses (shared/platform/aws/environment.ts). */
export interface Permissions {
  statements: Statement[];
  environment: Record<string, string>;
}

/** Allows sending mails from the stage's own address (`mailFrom`) only. */
const maySend = (stage: StageSettings, configurationSets: string[]): Statement =>
  allow(
    // SES checks both actions when raw MIME is sent by the v2 API.
    ['ses:SendEmail', 'ses:SendRawEmail'],
    [names.mailIdentityArn(mailIdentity(stage)), ...configurationSets.map(names.configurationSetArn)],
    { StringEquals: { 'ses:FromAddress': mailAddress(stage) } },
  );

/** Read access to the bucket of the official rules, when the setting EINVOICE_ARTIFACTS names one (`s3://bucket/prefix`). */
function artifactStatements(place = ''): Statement[] {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(place) ?? [];
  if (bucket === undefined) return [];
  return [
    allow(['s3:GetObject'], [`${names.bucketArn(bucket)}/${prefix === '' ? '' : `${prefix}/`}*`]),
    allow(['s3:ListBucket'], [names.bucketArn(bucket)]),
  ];
}

/** For each queue, the permission to send to it, and its URL. */
const QUEUE_GRANTS = Object.fromEntries(
  SENDABLE_QUEUES.map(queue => [
    queueGrant(queue),
    (stage: StageSettings): Permissions => ({
      statements: [allow(['sqs:SendMessage'], [names.queueArn(stage, queue)])],
      environment: { [queueVariable(queue)]: names.queueUrl(stage, queue) },
    }),
  ]),
) as Record<QueueGrant, (stage: StageSettings) => Permissions>;

/** For each shared queue, the permission to invoke the workers that share it, and their names. */
const WORKERS_GRANTS = Object.fromEntries(
  SHARED_QUEUES.map(queue => [
    workersGrant(queue),
    (stage: StageSettings): Permissions => ({
      statements: [
        allow(
          ['lambda:InvokeFunction'],
          workersOf(queue).map(worker => names.liveFunctionArn(stage, names.workerName(worker))),
        ),
      ],
      environment: { WORKER_FUNCTIONS: names.liveFunctionName(stage, names.workerName('*')) },
    }),
  ]),
) as Record<WorkersGrant, (stage: StageSettings) => Permissions>;

/**
 * For each secret, the permission to read its parameter. Decryption needs none: the AWS managed key of SSM allows it to every
 * reader.
 */
const SECRET_GRANTS = Object.fromEntries(
  SECRET_NAMES.map(name => [
    secretGrant(name),
    (stage: StageSettings): Permissions => ({
      statements: [allow(['ssm:GetParameter'], [names.parameterArn(parameterOf(stage.name, name))])],
      environment: {},
    }),
  ]),
) as Record<SecretGrant, (stage: StageSettings) => Permissions>;

/** The permission for one action on the key of credentials, for one kind of them, and the alias of the key. */
const secretsKey =
  (action: string, kind: SealedKind) =>
  (stage: StageSettings): Permissions => ({
    statements: [onSecretsKey(stage, [action], kind)],
    environment: { SECRETS_KEY: names.keyAlias(stage, 'secrets') },
  });

const SEAL_GRANTS = Object.fromEntries(
  SEALED.flatMap(kind => [
    [sealGrant(kind), secretsKey('kms:GenerateDataKey', kind)],
    [unsealGrant(kind), secretsKey('kms:Decrypt', kind)],
  ]),
) as Record<SealGrant | UnsealGrant, (stage: StageSettings) => Permissions>;

/**
 * For each value of `uses`, the narrowest statements that allow it. The policy of the data key itself grants its use by table and
 * bucket.
 */
const GRANTED: Record<Grant, (stage: StageSettings) => Permissions> = {
  ...DOCUMENT_GRANTS,
  'uploads:write': stage => ({
    statements: [allow(['s3:PutObject'], [`${names.bucketArn(names.uploadsBucket(stage))}/*`])],
    environment: { UPLOADS_BUCKET: names.uploadsBucket(stage) },
  }),
  'uploads:read': stage => ({
    statements: [
      allow(['s3:GetObject'], [`${names.bucketArn(names.uploadsBucket(stage))}/*`]),
      // As of the documents: without it a file that is not there is forbidden.
      allow(['s3:ListBucket'], [names.bucketArn(names.uploadsBucket(stage))]),
    ],
    environment: { UPLOADS_BUCKET: names.uploadsBucket(stage) },
  }),
  'trust:read': stage => ({
    statements: [
      allow(
        ['s3:GetObject'],
        Object.values(TRUST_FILES).map(file => `${names.bucketArn(names.trustBucket(stage))}/${file}`),
      ),
      // As above: without it S3 answers "forbidden" for a file that does not exist.
      allow(['s3:ListBucket'], [names.bucketArn(names.trustBucket(stage))]),
    ],
    environment: { TRUST_BUCKET: names.trustBucket(stage) },
  }),
  ...ANCHOR_GRANTS,
  'dependencies:check': stage => ({
    statements: [
      allow(['sqs:GetQueueAttributes'], [names.queueArn(stage, 'email')]),
      allow(['s3:ListBucket'], [names.bucketArn(names.documentsBucket(stage))], {
        StringEquals: { 's3:prefix': CHECKED_PREFIX },
      }),
    ],
    environment: {
      [queueVariable('email')]: names.queueUrl(stage, 'email'),
      DOCUMENTS_BUCKET: names.documentsBucket(stage),
      SERVICE_VERSION: packageJson.version,
    },
  }),
  'render:invoke': stage => ({
    statements: [allow(['lambda:InvokeFunction'], [names.liveFunctionArn(stage, names.RENDERER)])],
    environment: { RENDER_FUNCTION: names.liveFunctionName(stage, names.RENDERER) },
  }),
  'print:invoke': stage => ({
    statements: [allow(['lambda:InvokeFunction'], [names.liveFunctionArn(stage, names.PRINTER)])],
    environment: { PRINT_FUNCTION: names.liveFunctionName(stage, names.PRINTER) },
  }),
  'schematron:invoke': stage => ({
    statements: [allow(['lambda:InvokeFunction'], [names.liveFunctionArn(stage, names.SCHEMATRON)])],
    environment: { SCHEMATRON_FUNCTION: names.liveFunctionName(stage, names.SCHEMATRON) },
  }),
  'post-webhook:invoke': stage => ({
    statements: [allow(['lambda:InvokeFunction'], [names.liveFunctionArn(stage, names.POST_WEBHOOK)])],
    environment: { POST_WEBHOOK_FUNCTION: names.liveFunctionName(stage, names.POST_WEBHOOK) },
  }),
  'artifacts:read': stage => ({
    statements: artifactStatements(stage.settings['EINVOICE_ARTIFACTS' satisfies StageSetting]),
    environment: {},
  }),
  ...QUEUE_GRANTS,
  ...WORKERS_GRANTS,
  ...SECRET_GRANTS,
  'submit-invoice:start': stage => ({
    statements: [allow(['states:StartExecution'], [names.machineArn(stage, 'submit-invoice')])],
    environment: { SUBMIT_INVOICE_MACHINE: names.machineArn(stage, 'submit-invoice') },
  }),
  'submit-transport:start': stage => ({
    statements: [allow(['states:StartExecution'], [names.machineArn(stage, 'submit-transport')])],
    environment: { SUBMIT_TRANSPORT_MACHINE: names.machineArn(stage, 'submit-transport') },
  }),
  'token-key:sign': stage => ({
    statements: [
      onTokenKey(stage, ['kms:Sign', 'kms:GetPublicKey']),
      // The first function that signs with a key stores the public key in the table.
      writesPublishedKeys(stage, ['dynamodb:PutItem']),
    ],
    environment: { TOKEN_KEY: names.keyAlias(stage, 'token'), TABLE_NAME: names.tableName(stage) },
  }),
  'token-keys:rotate': stage => ({
    statements: [
      ...tokenKeyRotation(stage),
      writesPublishedKeys(stage, ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']),
    ],
    environment: { TOKEN_KEY: names.keyAlias(stage, 'token'), TABLE_NAME: names.tableName(stage) },
  }),
  ...SEAL_GRANTS,
  'email:send': stage => ({
    statements: [maySend(stage, [names.configurationSet(stage)])],
    environment: { MAIL_CONFIGURATION_SET: names.configurationSet(stage) },
  }),
  'document-email:send': stage => ({
    statements: [maySend(stage, [names.documentConfigurationSet(stage)])],
    environment: {
      DOCUMENT_MAIL_CONFIGURATION_SET: names.documentConfigurationSet(stage),
    },
  }),
  'taxauth:call': stage => ({ statements: [], environment: { TAXAUTH_URL: stage.taxauthUrl } }),
  'taxauth-transport:call': stage => ({ statements: [], environment: { TAXAUTH_TRANSPORT_URL: stage.taxauthTransportUrl } }),
};

/** The statements of a value of `uses`; none for those that only set environment variables. */
export const statementsOf = (grant: Grant, stage: StageSettings): Statement[] => GRANTED[grant](stage).statements;

/** All permissions of a function: on the table, those that it declares (`uses`), and those that the code around every handler needs. */
export function permissionsOf(entry: Entry, stage: StageSettings): Permissions {
  const { definition } = entry.handler;
  const uses = new Set<Grant>(definition.uses ?? []);
  const parts = [common(entry, stage), ...accessGrants(tableAccess(definition), stage)];
  if (definition.kind === 'endpoint') parts.push(...chainGrants(definition, stage));
  parts.push(...[...uses].map(grant => GRANTED[grant](stage)), delivery(entry, stage));
  return {
    statements: merged(parts.flatMap(part => part.statements)),
    environment: Object.assign({}, ...parts.map(part => part.environment)) as Record<string, string>,
  };
}

const common = ({ area, handler }: Entry, stage: StageSettings): Permissions => ({
  statements: [allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [`${names.logGroupArn(stage, area)}:*`])],
  environment: {
    STAGE: stage.name,
    API_URL: stage.apiUrl,
    APP_URL: appUrlOf(stage),
    ...(stage.trackingUrl && { TRACKING_URL: stage.trackingUrl }),
    TOKEN_ISSUER: stage.apiUrl,
    MAIL_FROM: stage.mailFrom,
    ...(stage.passkeys && { PASSKEY_RP_ID: stage.passkeys.domain, PASSKEY_ORIGINS: stage.passkeys.origins.join(',') }),
    ...(handler.definition.kind === 'endpoint' && edgeEnvironment(stage)),
    ...stage.settings,
  },
});

/** What the event source mapping does with the role of a consumer: receive messages or read the stream. */
function delivery({ name, handler: { definition } }: Entry, stage: StageSettings): Permissions {
  if (definition.kind === 'worker') {
    const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'];
    return { statements: [allow(actions, [names.queueArn(stage, definition.queue)])], environment: {} };
  }
  if (definition.kind === 'stream') {
    const actions = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'];
    return {
      statements: [
        allow(actions, [`${names.tableArn(stage)}/stream/*`]),
        allow(['sqs:SendMessage'], [names.queueArn(stage, names.streamDeadLetters(name))]),
      ],
      environment: {},
    };
  }
  return { statements: [], environment: {} };
}
