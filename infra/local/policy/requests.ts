import { now } from '#shared/base/kernel/clock.ts';
import type { Outgoing } from '../invocation.ts';
import type { IamRequest } from './evaluate.ts';

/**
 * The permissions that a call of an AWS service needs (Service Authorization Reference), with the ARNs of a stage for the local
 * resources. Calls of KMS are left to its engine, which knows the aliases and tags of keys (engines/kms/policy.ts).
 */

/** The ARNs of the resources that calls name. */
export interface LocalResources {
  /** Of a table by its name; of an index of it. */
  table(name: string, index?: string): string;
  bucket(name: string): string;
  queue(url: string): string;
  function(name: string): string;
  machine(arn: string): string;
  parameter(name: string): string;
  /** What a mail is sent by: the identity, and the configuration set. */
  mail(configurationSet: string): string[];
}

type Input = Record<string, unknown>;

/**
 * The permissions that a call needs; none for calls that IAM does not decide about, or that are decided about elsewhere.
 *
 * @throws Error for a call of a known service that is not listed here
 */
export function iamRequests({ service, operation, input }: Outgoing, resources: LocalResources): IamRequest[] {
  const of = REQUESTS[service];
  return of ? of(operation, input, resources) : [];
}

const REQUESTS: Record<string, (operation: string, input: Input, resources: LocalResources) => IamRequest[]> = {
  dynamodb: tableRequests,
  s3: bucketRequests,
  sqs: (operation, { QueueUrl }, { queue }) => [{ action: `sqs:${operation}`, resource: queue(String(QueueUrl)), context: {} }],
  lambda: (operation, { FunctionName }, resources) => [
    {
      action: operation === 'Invoke' ? 'lambda:InvokeFunction' : `lambda:${operation}`,
      resource: resources.function(String(FunctionName)),
      context: {},
    },
  ],
  stepfunctions: (operation, { stateMachineArn }, { machine }) => [
    { action: `states:${operation}`, resource: machine(String(stateMachineArn)), context: {} },
  ],
  ssm: (operation, { Name }, { parameter }) => [{ action: `ssm:${operation}`, resource: parameter(String(Name)), context: {} }],
  ses: mailRequests,
};

/** The header `From` of a mail, which may go on in a line that begins with a blank. */
const FROM = /^From:((?:[^\r\n]|\r?\n[ \t])+)/im;

/** SES checks both actions when raw MIME is sent by the v2 API; it takes the sender from the message then. */
function mailRequests(operation: string, input: Input, { mail }: LocalResources): IamRequest[] {
  const { ConfigurationSetName, FromEmailAddress, Content } = input as {
    ConfigurationSetName: string;
    FromEmailAddress?: string;
    Content?: { Raw?: { Data: Uint8Array } };
  };
  const raw = Content?.Raw?.Data;
  const from = FromEmailAddress ?? FROM.exec(Buffer.from(raw ?? []).toString('latin1'))?.[1]?.trim() ?? '';
  const context = { 'ses:FromAddress': [/<([^>]+)>$/.exec(from)?.[1] ?? from] };
  const actions = [`ses:${operation}`, ...(raw ? ['ses:SendRawEmail'] : [])];
  return mail(ConfigurationSetName).flatMap(resource => actions.map(action => ({ action, resource, context })));
}

/** The actions of the writes of a transaction, each of which IAM decides about by itself. */
const OF_TRANSACTION: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

interface Named {
  TableName: string;
  Key?: { pk?: unknown; sk?: unknown };
  Item?: { pk?: unknown; sk?: unknown };
}

/** The items that the steps around endpoints read and write, by action, partition key and sort key. */
const OF_CHAIN = [
  /^(PutItem|UpdateItem|DeleteItem|BatchGetItem) \S+ IDEMPOTENCY#/,
  /^UpdateItem RATE#/,
  /^GetItem (U#\S+ (SESSION|KEY)#|C#\S+ COMPANY$)/,
  /^Query (U#\S+ A#$|JWKS )/,
];
const isOfChain = (action: string, pk: string, sk: string): boolean =>
  OF_CHAIN.some(pattern => pattern.test(`${action} ${pk} ${sk}`));

function tableRequests(operation: string, input: Input, { table }: LocalResources): IamRequest[] {
  const one = (action: string, { TableName, Key, Item }: Named): IamRequest => ({
    action: `dynamodb:${action}`,
    resource: table(TableName),
    context: leading([Key?.pk ?? Item?.pk]),
    ...(isOfChain(action, textOf(Key?.pk ?? Item?.pk), textOf(Key?.sk ?? Item?.sk)) && { ofChain: true }),
  });
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      // The inputs of these four operations have these members.
      return [one(operation, input as unknown as Named)];
    case 'Query': {
      const { TableName, IndexName, ExpressionAttributeValues } = input as {
        TableName: string;
        IndexName?: string;
        ExpressionAttributeValues: Input;
      };
      return [
        {
          ...{ action: 'dynamodb:Query', resource: table(TableName, IndexName) },
          context: leading([ExpressionAttributeValues[':p']]),
          ...(isOfChain('Query', textOf(ExpressionAttributeValues[':p']), textOf(ExpressionAttributeValues[':from'])) && {
            ofChain: true,
          }),
        },
      ];
    }
    case 'BatchGetItem':
      return Object.entries(input['RequestItems'] as Record<string, { Keys: { pk: unknown; sk?: unknown }[] }>).map(
        ([name, { Keys }]) => ({
          action: 'dynamodb:BatchGetItem',
          resource: table(name),
          context: leading(Keys.map(({ pk }) => pk)),
          ...(Keys.every(({ pk, sk }) => isOfChain('BatchGetItem', textOf(pk), textOf(sk))) && { ofChain: true }),
        }),
      );
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return (input['TransactItems'] as Record<string, Named>[]).flatMap(item =>
        Object.entries(item).map(([kind, named]) => one(OF_TRANSACTION[kind] ?? kind, named)),
      );
    default:
      return [{ action: `dynamodb:${operation}`, resource: table(String(input['TableName'])), context: {} }];
  }
}

/** A value of a key, plain or, as the wire has it, `{S: …}`; empty if there is none. */
const textOf = (key: unknown): string => (typeof key === 'string' ? key : ((key as { S?: string } | undefined)?.S ?? ''));

/** `dynamodb:LeadingKeys`: the partition keys of the items. */
const leading = (keys: readonly unknown[]): IamRequest['context'] => {
  const texts = keys.map(textOf).filter(text => text !== '');
  return texts.length > 0 ? { 'dynamodb:LeadingKeys': texts } : {};
};

/** The actions of calls about one object, and about a bucket. */
const OF_OBJECTS: Record<string, string> = {
  GetObject: 's3:GetObject',
  HeadObject: 's3:GetObject',
  PutObject: 's3:PutObject',
};
const OF_BUCKETS: Record<string, string> = {
  ListObjectsV2: 's3:ListBucket',
  ListObjectVersions: 's3:ListBucketVersions',
};

function bucketRequests(operation: string, input: Input, { bucket }: LocalResources): IamRequest[] {
  const arn = bucket(String(input['Bucket']));
  const { Prefix, Key, IfNoneMatch, Delete, VersionId, BypassGovernanceRetention } = input as {
    Prefix?: string;
    Key?: string;
    IfNoneMatch?: string;
    VersionId?: string;
    Delete?: { Objects: { Key: string; VersionId?: string }[] };
    BypassGovernanceRetention?: boolean;
  };
  const removed = operation === 'DeleteObject' ? [{ Key: Key ?? '', VersionId }] : Delete?.Objects;
  if (removed)
    return removed.flatMap(one =>
      [
        one.VersionId === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion',
        ...(BypassGovernanceRetention === true ? ['s3:BypassGovernanceRetention'] : []),
      ].map(action => ({ action, resource: `${arn}/${one.Key}`, context: {} })),
    );
  const ofBucket = OF_BUCKETS[operation];
  if (ofBucket !== undefined)
    return [{ action: ofBucket, resource: arn, context: Prefix === undefined ? {} : { 's3:prefix': [Prefix] } }];
  const ofObject = OF_OBJECTS[operation];
  if (ofObject === undefined)
    throw new Error(`The permissions of s3.${operation} are not known (infra/local/policy/requests.ts).`);
  const resource = `${arn}/${Key ?? ''}`;
  const lock = lockOf(input);
  const context = { ...lock, ...(IfNoneMatch !== undefined && { 's3:if-none-match': [IfNoneMatch] }) };
  return [{ action: ofObject, resource, context }, ...(lock ? [{ action: 's3:PutObjectRetention', resource, context }] : [])];
}

/** The condition keys of a PutObject with lock headers, which needs the right to lock too; undefined without them. */
function lockOf({ ObjectLockMode: mode, ObjectLockRetainUntilDate: until }: Input): IamRequest['context'] | undefined {
  if (mode === undefined && until === undefined) return undefined;
  const days = until instanceof Date ? Math.ceil((until.getTime() - now().getTime()) / 86_400_000) : 0;
  return { 's3:object-lock-mode': [String(mode)], 's3:object-lock-remaining-retention-days': [String(days)] };
}
