import type { QueueName } from '../shared/aws/queues.ts';
import type { StageSettings } from './stages.ts';

/**
 * What things are called in a stage. Stacks find each other's resources by these names and hand no references over, so that each
 * can change alone. `${AWS::…}` stands for what CloudFormation knows; `Fn.sub` fills it in.
 */
type Named = Pick<StageSettings, 'name'>;

const local = (service: string, resource: string): string =>
  `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}`;

/** The renderer owns the browser; functions that need a PDF invoke it. */
export const RENDERER = 'workers-render-document';
export const PRINTER = 'tasks-print-page';
/** The function that owns the processor of the official rules. */
export const SCHEMATRON = 'workers-run-schematron';
/** The function that reaches receivers of webhooks, and nothing else. */
export const POST_WEBHOOK = 'tasks-post-webhook';

/** Tags of everything that a stage holds, roles included. */
export const stageTags = ({ name }: Named): Record<string, string> => ({ service: 'invoicing', stage: name });

export const tableName = ({ name }: Named): string => `${name}-invoicing`;
export const tableArn = (stage: Named): string => local('dynamodb', `table/${tableName(stage)}`);

/** Bucket names are shared by all of AWS. */
export const documentsBucket = ({ name }: Named): string => `${name}-invoicing-documents-\${AWS::AccountId}-\${AWS::Region}`;
/** Files that callers have posted and that nobody has looked at yet. */
export const uploadsBucket = ({ name }: Named): string => `${name}-invoicing-uploads-\${AWS::AccountId}-\${AWS::Region}`;
/** What signatures of others are judged by. */
export const trustBucket = ({ name }: Named): string => `${name}-invoicing-trust-\${AWS::AccountId}-\${AWS::Region}`;
export const accessLogsBucket = ({ name }: Named): string => `${name}-invoicing-access-logs-\${AWS::AccountId}-\${AWS::Region}`;
export const bucketArn = (bucket: string): string => `arn:\${AWS::Partition}:s3:::${bucket}`;

export type KeyUse = 'token' | 'secrets';
export const keyAlias = ({ name }: Named, use: KeyUse): string => `alias/${name}-${use}`;
/** The alias of the key that signs access tokens next. */
export const nextTokenKeyAlias = (stage: Named): string => `${keyAlias(stage, 'token')}-next`;
export const aliasArn = (alias: string): string => local('kms', alias);
/** Keys that sign access tokens, those of rotation too, bear this tag with the name of the alias. */
export const TOKEN_KEY_TAG = 'invoicing:key';
export const tokenKeyTag = (stage: Named): string => keyAlias(stage, 'token').replace(/^alias\//, '');
/** Keys have no names of their own: statements on them hold by a condition on alias, tag or kind. */
export const anyKeyArn = local('kms', 'key/*');

export const queueName = ({ name }: Named, queue: string): string => `${name}-${queue}`;
export const queueArn = (stage: Named, queue: string): string => local('sqs', queueName(stage, queue));
export const queueUrl = (stage: Named, queue: QueueName): string =>
  `https://sqs.\${AWS::Region}.\${AWS::URLSuffix}/\${AWS::AccountId}/${queueName(stage, queue)}`;
/** Where records of a stream go that its consumer could not handle. */
export const streamDeadLetters = (functionName: string): string => `${functionName}-dead-letters`;

export const functionName = ({ name }: Named, of: string): string => `${name}-${of}`;
export const functionArn = (stage: Named, of: string): string => local('lambda', `function:${functionName(stage, of)}`);

export const machineName = ({ name }: Named, machine: string): string => `${name}-${machine}`;
export const machineArn = (stage: Named, machine: string): string =>
  local('states', `stateMachine:${machineName(stage, machine)}`);

export const configurationSet = ({ name }: Named): string => `${name}-invoicing`;
/** Of mails with documents. */
export const documentConfigurationSet = ({ name }: Named): string => `${name}-documents`;
export const configurationSetArn = (set: string): string => local('ses', `configuration-set/${set}`);
/** What becomes of mails with documents. */
export const emailEventsTopicName = ({ name }: Named): string => `${name}-email-events`;
export const mailIdentityArn = (identity: string): string => local('ses', `identity/${identity}`);

export const logGroupName = ({ name }: Named, of: string): string => `/invoicing/${name}/${of}`;
export const logGroupArn = (stage: Named, of: string): string => local('logs', `log-group:${logGroupName(stage, of)}`);

/** Counts what the sweep has given up. */
export const parkedMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-parked`,
});

/** Counts the days of companies whose synchronization has not succeeded for long. */
export const staleSyncMetric = ({ name }: Named): { namespace: string; metricName: string } => ({
  namespace: 'Invoicing',
  metricName: `${name}-stale-synchronizations`,
});

export const alarmTopicName = ({ name }: Named): string => `${name}-alarms`;

export const parameterArn = (parameter: string): string => local('ssm', `parameter${parameter}`);
/** Parameters for what AWS names itself. */
export const streamArnParameter = ({ name }: Named): string => `/invoicing/${name}/table-stream-arn`;
export const apiIdParameter = ({ name }: Named): string => `/invoicing/${name}/api-id`;
