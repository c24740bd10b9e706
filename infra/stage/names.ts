import type { QueueName } from '#shared/platform/aws/queues.ts';
import type { StageSettings } from './stages.ts';

/**
 * The names of a stage's resources. Stacks find each other's resources by these names instead of CloudFormation references, so that
 * each can be deployed alone. `${AWS::…}` are pseudo parameters of CloudFormation, which `Fn.sub` fills in.
 */
type Named = Pick<StageSettings, 'name'>;

const local = (service: string, resource: string): string =>
  `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}`;

/** The function that makes the files of documents; functions that need a PDF invoke it. */
export const RENDERER = 'workers-render-document';
/** The function that contains the browser, and has no rights; only the renderer invokes it. */
export const PRINTER = 'tasks-print-page';
/** The function that contains the XSLT processor for the official rules. */
export const SCHEMATRON = 'workers-run-schematron';
/** The function that sends the requests to receivers of webhooks, and does nothing else. */
export const POST_WEBHOOK = 'tasks-post-webhook';

/** The functions of the canary, and their log group (stacks/canary.ts). */
export const CANARY = { run: 'canary-run', receive: 'canary-receive', log: 'canary' } as const;

/** The function of a worker. */
export const workerName = (worker: string): string => `workers-${worker}`;

/** Tags of all resources of a stage, including roles. */
export const stageTags = ({ name }: Named): Record<string, string> => ({ service: 'invoicing', stage: name });

/** The table that the stage was made with. */
export const ownTableName = ({ name }: Named): string => `${name}-invoicing`;
/** The table that the functions use: the stage's own, or the one that a backup was restored to. */
export const tableName = (stage: Named & Pick<StageSettings, 'restoredTable'>): string =>
  stage.restoredTable?.name ?? ownTableName(stage);
export const tableArn = (stage: Parameters<typeof tableName>[0]): string => local('dynamodb', `table/${tableName(stage)}`);

/** Bucket names are unique across all AWS accounts: so they contain account and region. */
export const documentsBucket = ({ name }: Named): string => `${name}-invoicing-documents-\${AWS::AccountId}-\${AWS::Region}`;
/** Bucket of files that callers have posted and the service has not read yet. */
export const uploadsBucket = ({ name }: Named): string => `${name}-invoicing-uploads-\${AWS::AccountId}-\${AWS::Region}`;
/** Bucket of the trust anchors that signatures are verified with. */
export const trustBucket = ({ name }: Named): string => `${name}-invoicing-trust-\${AWS::AccountId}-\${AWS::Region}`;
/** Folder of the records of erasures in the bucket of files (infra/person/records.ts): `<instant>-<id>.json`, so sorted by time. */
export const ERASURES = 'erasures/';
/** Days for which a record is locked: longer than the year for which the vault keeps a monthly backup of the table. */
export const ERASURE_RECORD_DAYS = 400;
/** Bucket of the anchors of hash chains, whose files nobody can change or remove before a date. */
export const anchorsBucket = ({ name }: Named): string => `${name}-invoicing-anchors-\${AWS::AccountId}-\${AWS::Region}`;
export const accessLogsBucket = ({ name }: Named): string => `${name}-invoicing-access-logs-\${AWS::AccountId}-\${AWS::Region}`;
export const bucketArn = (bucket: string): string => `arn:\${AWS::Partition}:s3:::${bucket}`;

export type KeyUse = 'token' | 'secrets' | 'data';
export const keyAlias = ({ name }: Named, use: KeyUse): string => `alias/${name}-${use}`;
/** The alias of the key that signs access tokens next. */
export const nextTokenKeyAlias = (stage: Named): string => `${keyAlias(stage, 'token')}-next`;
export const aliasArn = (alias: string): string => local('kms', alias);
/** Tag of the roles that may remove locked files of documents; its value is the stage. The bucket's policy stops all others. */
export const LOCK_BYPASS_TAG = 'invoicing:lock-bypass';
/** Tag of all keys that sign access tokens, including those that rotation creates; its value is the alias without `alias/`. */
export const TOKEN_KEY_TAG = 'invoicing:key';
export const tokenKeyTag = (stage: Named): string => keyAlias(stage, 'token').replace(/^alias\//, '');
/** ARNs of keys contain generated ids: statements name all keys, and a condition on alias, tag or key spec selects one. */
export const anyKeyArn = local('kms', 'key/*');

export const queueName = ({ name }: Named, queue: string): string => `${name}-${queue}`;
export const queueArn = (stage: Named, queue: string): string => local('sqs', queueName(stage, queue));
export const queueUrl = (stage: Named, queue: QueueName): string =>
  `https://sqs.\${AWS::Region}.\${AWS::URLSuffix}/\${AWS::AccountId}/${queueName(stage, queue)}`;
/** The queue for stream records that their consumer could not process. */
export const streamDeadLetters = (functionName: string): string => `${functionName}-dead-letters`;

export const functionName = ({ name }: Named, of: string): string => `${name}-${of}`;
export const functionArn = (stage: Named, of: string): string => local('lambda', `function:${functionName(stage, of)}`);

/** The alias of every function's current version: what calls a function calls this name (stacks/functions.ts). */
export const LIVE = 'live';
export const liveFunctionName = (stage: Named, of: string): string => `${functionName(stage, of)}:${LIVE}`;
export const liveFunctionArn = (stage: Named, of: string): string => `${functionArn(stage, of)}:${LIVE}`;

export const machineName = ({ name }: Named, machine: string): string => `${name}-${machine}`;
export const machineArn = (stage: Named, machine: string): string =>
  local('states', `stateMachine:${machineName(stage, machine)}`);

export const configurationSet = ({ name }: Named): string => `${name}-invoicing`;
/** The configuration set for mails that send documents. */
export const documentConfigurationSet = ({ name }: Named): string => `${name}-documents`;
export const configurationSetArn = (set: string): string => local('ses', `configuration-set/${set}`);
/** The topic to which SES publishes the delivery events of mails. */
export const emailEventsTopicName = ({ name }: Named): string => `${name}-email-events`;
export const emailEventsTopicArn = (stage: Named): string => local('sns', emailEventsTopicName(stage));
export const mailIdentityArn = (identity: string): string => local('ses', `identity/${identity}`);

export const logGroupName = ({ name }: Named, of: string): string => `/invoicing/${name}/${of}`;
export const logGroupArn = (stage: Named, of: string): string => local('logs', `log-group:${logGroupName(stage, of)}`);

/** Groups of lines that no stage should write (stacks/observability/log-filters.ts). */
export type IncidentGroup = 'incidents' | 'security-incidents';

/** Counts the lines of a group. */
export const incidentsMetric = ({ name }: Named, group: IncidentGroup): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-${group}`,
});

/** Seconds by which the oldest due work is late (shared/app/outbox/backlog.ts). */
export const lateWorkMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-late-work`,
});

/** Counts the runs of schedules that failed: of all schedules, since each metric that an alarm reads is charged. */
export const scheduleFailuresMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-schedules-failed`,
});

/** Seconds for which the oldest document that is being submitted has waited to be delivered. */
export const submissionAgeMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-submission-age`,
});

/** Steps of invoices and credit notes that are counted: `rejected` includes those that the authority did not answer or take. */
export type InvoiceStep = 'issued' | 'submitted' | 'validated' | 'rejected';

/** Counts invoices and credit notes that took a step. */
export const invoicesMetric = ({ name }: Named, step: InvoiceStep): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-invoices-${step}`,
});

/** Counts calls of the tax authority that say whether it works: all of them, and those that got no usable answer. */
export const authorityCallsMetric = ({ name }: Named, of: 'made' | 'failed'): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-authority-calls-${of}`,
});

/** Counts logins that were refused. */
export const refusedLoginsMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-logins-refused`,
});

/** Answers that are counted: those of requests that were refused, or failed (stacks/observability/log-filters.ts). */
export type CountedAnswers = 'refused' | 'failed' | 'issues' | 'issues-failed';

/** Counts answers of the API, those of API Gateway itself included. */
export const answersMetric = ({ name }: Named, counted: CountedAnswers): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-answers-${counted}`,
});

/** Counts log lines about failures in the functions of a stack, for their rollout. */
export const errorMetric = ({ name }: Named, group: string): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-errors-${group}`,
});

/** Counts the calls of the functions of a stack, beside their failures. */
export const callMetric = ({ name }: Named, group: string): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-calls-${group}`,
});

export const alarmTopicName = ({ name }: Named): string => `${name}-alarms`;

export const alarmTopicArn = (stage: Named): string => local('sns', alarmTopicName(stage));

/** For alarms that can wait until tomorrow. */
export const ticketTopicName = ({ name }: Named): string => `${name}-tickets`;

/** Counts mails that failed all their tries. */
export const failedMailsMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-mails-failed`,
});

/** Counts answers with 5xx that are no failure of the service, such as a 503 that a sandbox company asked the simulator of the authority for. */
export const expectedFailuresMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-failures-expected`,
});

export const backupVaultArn = ({ name }: Named): string => local('backup', `backup-vault:${name}-invoicing`);
/** Backups have generated names. */
export const recoveryPointArn = local('backup', 'recovery-point:*');
/** The rules by which AWS Backup follows the changes of a bucket. */
export const backupRuleArn = local('events', 'rule/AwsBackupManagedRule*');

/** The region of everything that CloudFront uses: certificates, web ACLs and log deliveries of distributions are only there. */
export const EDGE_REGION = 'us-east-1';
/** The domain at which the API answers to its distribution; that of `apiUrl` is the distribution's. */
export const originDomain = ({ apiUrl }: Pick<StageSettings, 'apiUrl'>): string => `origin.${new URL(apiUrl).hostname}`;
/**
 * The secret in AWS Secrets Manager whose value has this SHA-256 hash. Named by it, so that a new secret changes the template: else
 * CloudFormation would not read it.
 */
export const originSecret = ({ name }: Named, proof: string): string => `invoicing/${name}/edge/${proof.slice(0, 12)}`;
/** Under this prefix the account's resource policy for log deliveries does not grow with every distribution (see stacks/api.ts). */
export const edgeLogGroup = ({ name }: Named): string => `/aws/vendedlogs/cloudfront/${name}-invoicing`;
/** AWS WAF only writes to log groups with this prefix. */
export const webAclLogGroup = ({ name }: Named): string => `aws-waf-logs-${name}-invoicing`;
export const anyLogGroupArn = (logGroup: string): string => local('logs', `log-group:${logGroup}`);

export const parameterArn = (parameter: string): string => local('ssm', `parameter${parameter}`);
/** Parameters that store generated values: the ARN of the table's stream, and the id of the API. */
export const streamArnParameter = ({ name }: Named): string => `/invoicing/${name}/table-stream-arn`;
export const apiIdParameter = ({ name }: Named): string => `/invoicing/${name}/api-id`;
/** What the canary needs to know, its API key among it (infra/canary/credentials.ts). */
export const canaryParameter = ({ name }: Named): string => `/invoicing/${name}/canary`;
