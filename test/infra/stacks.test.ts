import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiBody, integrationsOf, operationsOf } from '../../infra/api/api-body.ts';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import * as names from '../../infra/stage/names.ts';
import { queuesOf } from '../../infra/stage/queues.ts';
import { DEAD_LETTERS, QUEUE_NAMES, RARE_WORKERS, SHARED_QUEUES, workersGrant, workersOf } from '#shared/platform/aws/queues.ts';
import { timeoutSeconds } from '../../infra/stage/function-limits.ts';
import { lockedUntil } from '#shared/output/files/evidence.ts';
import { retentionEnd } from '#shared/output/files/retention.ts';
import { INDEXES, PROJECTED, tableDefinition, TTL_ATTRIBUTE } from '#shared/platform/store/table.ts';
import { list, locking, ofType, type Resource, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

let system: System;
let templates: StackTemplate[];

beforeAll(async () => {
  system = await systemOf();
  templates = synthesise(system);
});

const properties = (type: string, named?: string): Record<string, unknown> => {
  const found = ofType(templates, type).filter(({ Properties }) => named === undefined || text(Properties).includes(named));
  expect(found.length, `${type} ${named ?? ''}`).toBe(1);
  return (found[0] as Resource).Properties;
};

describe('the table', () => {
  it('has the keys and indexes that shared/platform/store/table.ts describes', () => {
    const table = properties('AWS::DynamoDB::Table');
    const described = tableDefinition(`${STAGE.name}-invoicing`);
    const same = ['TableName', 'BillingMode', 'AttributeDefinitions', 'KeySchema', 'GlobalSecondaryIndexes'] as const;
    for (const property of same) expect(table[property], property).toEqual(described[property]);
    expect(table['StreamSpecification']).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect((table['GlobalSecondaryIndexes'] as unknown[]).length).toBe(Object.keys(INDEXES).length);
    expect(text(table['GlobalSecondaryIndexes'])).toContain(JSON.stringify(PROJECTED));
  });

  it('can be restored to any second, cannot be deleted, is encrypted by a key of ours, and expires items', () => {
    const table = properties('AWS::DynamoDB::Table');
    expect(table['PointInTimeRecoverySpecification']).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table['DeletionProtectionEnabled']).toBe(true);
    expect(table['TimeToLiveSpecification']).toEqual({ AttributeName: TTL_ATTRIBUTE, Enabled: true });
    expect(table['SSESpecification']).toMatchObject({ SSEEnabled: true, SSEType: 'KMS' });
  });
});

describe('files and keys', () => {
  it('documents are versioned, encrypted by a key of ours, and never public', () => {
    const bucket = properties('AWS::S3::Bucket', 'invoicing-documents');
    expect(bucket['VersioningConfiguration']).toEqual({ Status: 'Enabled' });
    expect(text(bucket['BucketEncryption'])).toContain('aws:kms');
    for (const { Properties } of ofType(templates, 'AWS::S3::Bucket')) {
      expect(Object.values(Properties['PublicAccessBlockConfiguration'] as object)).toEqual([true, true, true, true]);
    }
  });

  it('the topic of mail events, which name recipients, is encrypted by a key of ours that SES may publish with', () => {
    const alias = `alias/${STAGE.name}-data`;
    expect(text(properties('AWS::SNS::Topic', 'email-events')['KmsMasterKeyId'])).toMatch(new RegExp(`:kms:.*:${alias}"`));
    expect(text(properties('AWS::KMS::Alias', alias)['TargetKeyId'])).toContain('"DataKey');
    const { Statement } = properties('AWS::KMS::Key', 'the table')['KeyPolicy'] as { Statement: { Principal: object }[] };
    // SNS encrypts under the ARN of the topic: SES can use the key for nothing else.
    const topicArn = { 'Fn::Sub': 'arn:${AWS::Partition}:sns:${AWS::Region}:${AWS::AccountId}:test-email-events' };
    expect(Statement.filter(({ Principal }) => 'Service' in Principal)).toEqual([
      {
        ...{ Sid: 'SesPublishesMailEvents', Effect: 'Allow', Principal: { Service: 'ses.amazonaws.com' }, Resource: '*' },
        Action: ['kms:GenerateDataKey*', 'kms:Decrypt'],
        Condition: { StringEquals: { 'kms:EncryptionContext:aws:sns:topicArn': topicArn } },
      },
    ]);
    // The stack of the topic is deployed after that of the key.
    expect(templates.find(({ stack }) => stack === `${STAGE.name}-messaging`)?.after).toContain(`${STAGE.name}-data`);
  });

  it('buckets and queues accept TLS only', () => {
    const policies = [...ofType(templates, 'AWS::S3::BucketPolicy'), ...ofType(templates, 'AWS::SQS::QueuePolicy')];
    expect(policies.length).toBe(ofType(templates, 'AWS::S3::Bucket').length + ofType(templates, 'AWS::SQS::Queue').length);
    for (const { Properties } of policies) {
      const { Statement } = Properties['PolicyDocument'] as { Statement: { Effect: string; Condition?: unknown }[] };
      expect(Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });

  it('the API and the buckets of files reject TLS below 1.2', () => {
    const domains = ofType(templates, 'AWS::ApiGatewayV2::DomainName');
    expect(domains.length).toBe(1);
    for (const { Properties } of domains)
      expect(Properties['DomainNameConfigurations']).toEqual([expect.objectContaining({ SecurityPolicy: 'TLS_1_2' })]);
    const policies = ofType(templates, 'AWS::S3::BucketPolicy');
    expect(policies.length).toBeGreaterThan(2);
    for (const { Properties } of policies)
      expect((Properties['PolicyDocument'] as { Statement: object[] }).Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
      );
  });

  it('PDFs of drafts are deleted after a day, and replaced files after 90', () => {
    const { Rules } = properties('AWS::S3::Bucket', 'invoicing-documents')['LifecycleConfiguration'] as { Rules: object[] };
    expect(Rules).toContainEqual(expect.objectContaining({ Prefix: 'drafts/', ExpirationInDays: 1, Status: 'Enabled' }));
    expect(Rules).toContainEqual(expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 90 } }));
    // Current files never expire.
    const expiring = Rules.filter(rule => 'ExpirationInDays' in rule);
    expect(expiring.every(rule => 'Prefix' in rule)).toBe(true);
  });

  it('files of documents can be locked one by one; no lock is permanent, and only the purges remove locked files', () => {
    const bucket = properties('AWS::S3::Bucket', 'invoicing-documents');
    expect(bucket['ObjectLockEnabled']).toBe(true);
    // There is no default: drafts, exports and lists are not locked.
    expect(bucket['ObjectLockConfiguration']).toBeUndefined();

    const policies = ofType(templates, 'AWS::S3::BucketPolicy').map(({ Properties }) => Properties);
    const policy = policies.find(({ Bucket }) => text(Bucket).includes('"Documents'));
    const { Statement } = policy?.['PolicyDocument'] as { Statement: { Sid?: string; Resource: unknown }[] };
    const deny = { Effect: 'Deny', Principal: { AWS: '*' } };
    const tag = { 'aws:PrincipalTag/invoicing:lock-bypass': STAGE.name };
    const holding = Statement.find(({ Sid }) => Sid === 'LocksHold');
    expect(holding).toMatchObject({ ...deny, Action: 's3:BypassGovernanceRetention', Condition: { StringNotEquals: tag } });
    const forGood = Statement.find(({ Sid }) => Sid === 'NoLockForGood');
    expect(forGood).toMatchObject({
      ...{ ...deny, Action: 's3:PutObjectRetention', Condition: { StringEquals: { 's3:object-lock-mode': 'COMPLIANCE' } } },
    });
    for (const statement of [holding, forGood]) expect(text(statement?.Resource)).toMatch(/"Documents.*\/\*/);

    const roles = ofType(templates, 'AWS::IAM::Role').map(({ Properties }) => Properties);
    const tagged = roles.filter(({ Tags }) => text(Tags ?? []).includes('invoicing:lock-bypass'));
    const tags = expect.arrayContaining([{ Key: 'invoicing:lock-bypass', Value: STAGE.name }]) as unknown;
    // The purge of companies, and of what is past its time.
    expect(tagged.map(({ Tags }) => Tags)).toEqual([tags, tags]);
    const mayBypass = roles.filter(({ Policies }) => text(Policies ?? []).includes('s3:BypassGovernanceRetention'));
    expect(mayBypass).toEqual(tagged);
    expect(String(tagged[0]?.['Description'])).toMatch(/compan/i);
  });

  it('functions lock files of documents in governance mode only, and no longer than the stage says', () => {
    const { statements, years } = locking(templates);
    expect(statements.length).toBeGreaterThan(10);
    expect(years).toEqual(statements.map(() => '5'));
    for (const { Action, Resource, Condition } of statements) {
      expect(list(Action)).toEqual(['s3:PutObjectRetention']);
      expect(text(Resource)).toContain('invoicing-documents');
      expect(Condition).toEqual({
        StringEquals: { 's3:object-lock-mode': 'GOVERNANCE' },
        NumericLessThanEquals: { 's3:object-lock-remaining-retention-days': String(7 * 366) },
      });
    }
    // Enough for a file that is stored on the first day of a year.
    const longest = (lockedUntil('2027-01-01', 5)?.getTime() ?? 0) - Date.parse('2026-12-31T22:00:00Z');
    expect(longest / 86_400_000).toBeLessThan(7 * 366);
  });

  it('uploading again replaces the file: there are no versions, and it is deleted after a day', () => {
    const bucket = properties('AWS::S3::Bucket', 'invoicing-uploads');
    expect(bucket['VersioningConfiguration']).toBeUndefined();
    const { Rules } = bucket['LifecycleConfiguration'] as { Rules: object[] };
    expect(Rules).toEqual([expect.objectContaining({ ExpirationInDays: 1, Status: 'Enabled' })]);
    expect(Rules[0]).not.toHaveProperty('Prefix');
  });

  it('anchors of hash chains are locked for longer than the statutory retention of documents, each stored once, none hidden', () => {
    const bucket = properties('AWS::S3::Bucket', 'invoicing-anchors');
    expect(bucket).toMatchObject({ ObjectLockEnabled: true, VersioningConfiguration: { Status: 'Enabled' } });
    const { Rule } = bucket['ObjectLockConfiguration'] as { Rule: { DefaultRetention: { Mode: string; Days: number } } };
    expect(Rule.DefaultRetention).toEqual({ Mode: 'GOVERNANCE', Days: 7 * 366 });
    // A document of 1 January is kept the longest.
    const kept = (Date.parse(retentionEnd('2026-01-01', 5)) - Date.parse('2026-01-01')) / 86_400_000;
    expect(Rule.DefaultRetention.Days).toBeGreaterThan(kept);
    expect(text(bucket['BucketEncryption'])).toContain('aws:kms');
    const { Rules } = bucket['LifecycleConfiguration'] as { Rules: { ExpirationInDays: number }[] };
    expect(Rules.every(({ ExpirationInDays }) => ExpirationInDays > Rule.DefaultRetention.Days)).toBe(true);

    const policies = ofType(templates, 'AWS::S3::BucketPolicy').map(({ Properties }) => Properties);
    const policy = policies.find(({ Bucket }) => text(Bucket).includes('"Anchors'));
    const { Statement } = policy?.['PolicyDocument'] as { Statement: { Sid?: string }[] };
    const deny = { Effect: 'Deny', Principal: { AWS: '*' } };
    expect(Statement.find(({ Sid }) => Sid === 'OnlyNewFiles')).toMatchObject({
      ...{ ...deny, Action: 's3:PutObject', Condition: { Null: { 's3:if-none-match': 'true' } } },
    });
    const hidden = Statement.find(({ Sid }) => Sid === 'NothingHidden');
    expect(hidden).toMatchObject({ ...deny, Action: 's3:DeleteObject' });
    expect(hidden).not.toHaveProperty('Condition');
  });

  it('only the worker adds anchors, only the worker, the audit and control files read them, and no function may do more with them', () => {
    const allowed = new Map<string, unknown[]>();
    for (const { Properties } of ofType(templates, 'AWS::IAM::Role'))
      for (const { PolicyDocument } of (Properties['Policies'] ?? []) as { PolicyDocument: { Statement: object[] } }[])
        for (const statement of PolicyDocument.Statement as { Action: unknown; Resource: unknown; Condition?: unknown }[])
          if (text(statement.Resource).includes('invoicing-anchors')) {
            const of = String(Properties['Description']);
            allowed.set(of, [...(allowed.get(of) ?? []), ...list(statement.Action), statement.Condition]);
          }
    const reading = ['s3:GetObject', undefined, 's3:ListBucket', undefined];
    expect([...allowed].toSorted()).toEqual([
      [expect.stringMatching(/^Audit the numbers/), reading],
      [expect.stringMatching(/^Audits the numbers/), reading],
      [expect.stringMatching(/^List every number/), reading],
      [expect.stringMatching(/^Stores the ends/), [...reading, 's3:PutObject', { Null: { 's3:if-none-match': 'false' } }]],
    ]);
  });

  it('tokens are signed by an asymmetric key, the other keys rotate every year; each named key has its alias', () => {
    const keys = ofType(templates, 'AWS::KMS::Key').map(({ Properties }) => Properties);
    expect(keys.filter(key => key['KeySpec'] === 'ECC_NIST_P256').map(key => key['KeyUsage'])).toEqual(['SIGN_VERIFY']);
    expect(keys.filter(key => key['EnableKeyRotation'] === true).length).toBe(keys.length - 1);
    const aliases = ofType(templates, 'AWS::KMS::Alias').map(({ Properties }) => Properties['AliasName']);
    expect(aliases.sort()).toEqual(['data', 'secrets', 'token'].map(use => `alias/${STAGE.name}-${use}`));
  });

  it('data that a company would miss is kept when a stack is deleted or a resource is replaced', () => {
    const kept = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key'];
    for (const type of kept)
      for (const resource of ofType(templates, type))
        expect(resource, type).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  });
});

describe('messages', () => {
  const queues = (): Map<string, Resource> =>
    new Map(ofType(templates, 'AWS::SQS::Queue').map(queue => [String(queue.Properties['QueueName']), queue]));

  it('every queue has the one dead-letter queue, which keeps what failed for 14 days, and there is an alarm on it', () => {
    const alarms = ofType(templates, 'AWS::CloudWatch::Alarm').map(({ Properties }) => text(Properties));
    for (const { name, maxReceiveCount, visibilityTimeoutSeconds } of queuesOf(system.catalogue.background)) {
      const queue = queues().get(`${STAGE.name}-${name}`);
      expect(queue?.Properties['VisibilityTimeout']).toBe(visibilityTimeoutSeconds);
      expect(queue?.Properties['RedrivePolicy']).toMatchObject({ maxReceiveCount });
      expect(text(queue?.Properties['RedrivePolicy'])).toContain('"DeadLetters');
    }
    expect(queues().get(`${STAGE.name}-${DEAD_LETTERS}`)?.Properties['MessageRetentionPeriod']).toBe(14 * 86_400);
    expect(alarms.filter(alarm => alarm.includes(`"${STAGE.name}-${DEAD_LETTERS}"`)).length).toBe(1);
  });

  it('every queue has one worker', () => {
    const fed = system.catalogue.background.flatMap(({ handler: { definition } }) =>
      definition.kind === 'worker' ? [definition.queue] : [],
    );
    expect(fed.toSorted()).toEqual(QUEUE_NAMES.toSorted());
  });

  it('every worker without a queue of its own is invoked by the one that reads its queue, which waits longer than it may take', () => {
    const rare = system.catalogue.background.filter(({ handler }) => handler.definition.kind === 'rare-worker');
    expect(rare.map(({ name }) => name).toSorted()).toEqual(RARE_WORKERS.map(names.workerName).toSorted());
    for (const queue of SHARED_QUEUES) {
      const reader = system.catalogue.background.find(
        ({ handler: { definition } }) => definition.kind === 'worker' && definition.queue === queue,
      );
      expect([reader?.name, reader?.handler.definition.uses]).toEqual([`workers-hand-out-${queue}`, [workersGrant(queue)]]);
      const own = rare.filter(({ name }) => workersOf(queue).map(names.workerName).includes(name));
      const longest = Math.max(...own.map(timeoutSeconds));
      // The client of these functions waits for 310 seconds (unit/aws/timeouts.test.ts).
      expect(longest, queue).toBeLessThan(310);
      expect(reader && timeoutSeconds(reader), queue).toBeGreaterThan(310);
    }
  });

  it('a message stays hidden for six times the timeout of its consumer (AWS, event source mappings), for twice in shared queues', () => {
    for (const { handler } of system.catalogue.background) {
      const { definition } = handler;
      if (definition.kind !== 'worker') continue;
      const hidden = Number(queues().get(`${STAGE.name}-${definition.queue}`)?.Properties['VisibilityTimeout']);
      expect(hidden).toBeGreaterThanOrEqual(
        (SHARED_QUEUES.some(name => name === definition.queue) ? 2 : 6) * (definition.timeoutSeconds ?? 29),
      );
    }
  });

  it('each queue triggers its worker, the stream each consumer with the kinds that it names; failures are reported one by one', () => {
    const sources = ofType(templates, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);
    const fed = system.catalogue.background.filter(({ handler }) => ['worker', 'stream'].includes(handler.definition.kind));
    expect(sources.length).toBe(fed.length);
    for (const source of sources) expect(source['FunctionResponseTypes']).toEqual(['ReportBatchItemFailures']);
    for (const { name, handler } of fed) {
      if (handler.definition.kind === 'worker') {
        const { queue } = handler.definition;
        expect(sources.filter(source => text(source['EventSourceArn']).endsWith(`:${STAGE.name}-${queue}`)).length).toBe(1);
      }
      if (handler.definition.kind === 'stream') {
        const pattern = JSON.stringify({ dynamodb: { NewImage: { kind: { S: handler.definition.kinds } } } });
        const source = sources.find(one => text(one['FilterCriteria']) === JSON.stringify({ Filters: [{ Pattern: pattern }] }));
        expect(source, name).toMatchObject({ BisectBatchOnFunctionError: true, StartingPosition: 'TRIM_HORIZON' });
        // Retries continue while the record is young enough: a number of retries would be used up within a minute of an outage.
        expect(source, name).toMatchObject({ MaximumRetryAttempts: -1, MaximumRecordAgeInSeconds: 43_200 });
        expect(text(source?.['DestinationConfig'])).toContain(`${STAGE.name}-${name}-dead-letters`);
        expect(queues().has(`${STAGE.name}-${name}-dead-letters`)).toBe(true);
      }
    }
  });

  it('Lambda does not end the chains of workers that send the rest of their work to their own queue, and would end all others', () => {
    const allowed = ofType(templates, 'AWS::Lambda::Function')
      .filter(({ Properties }) => Properties['RecursiveLoop'] === 'Allow')
      .map(({ Properties }) => String(Properties['FunctionName']).replace(`${STAGE.name}-`, ''));
    expect(allowed.toSorted()).toEqual([
      'workers-deliver-webhook',
      'workers-discard-webhook-deliveries',
      'workers-hand-out-background',
      'workers-hand-out-unhurried',
      'workers-purge-company',
      'workers-purge-retained',
      'workers-replay-webhook',
      'workers-run-reminders',
      'workers-send-buyer-answer',
    ]);
  });

  it('mails with documents leave capacity for mails about accounts: ten at a time, from a queue of their own', () => {
    const sourceOf = (queue: string) =>
      ofType(templates, 'AWS::Lambda::EventSourceMapping').find(({ Properties }) =>
        text(Properties['EventSourceArn']).endsWith(`:${STAGE.name}-${queue}`),
      )?.Properties;
    expect(sourceOf('document-email')).toMatchObject({ BatchSize: 5, ScalingConfig: { MaximumConcurrency: 2 } });
    expect(sourceOf('email')).toMatchObject({ BatchSize: 10, ScalingConfig: { MaximumConcurrency: 10 } });
    // Notices are in a queue that hands out one message at a time.
    expect(sourceOf('unhurried')).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 10 } });
    expect(sourceOf('email')?.['FunctionName']).not.toEqual(sourceOf('document-email')?.['FunctionName']);
  });

  it('events of the mail service go to one topic, and to its queue', () => {
    const destinations = ofType(templates, 'AWS::SES::ConfigurationSetEventDestination').map(
      ({ Properties }) => Properties['EventDestination'] as { MatchingEventTypes: string[]; SnsDestination: object },
    );
    const sets = ofType(templates, 'AWS::SES::ConfigurationSet');
    expect(destinations.length).toBe(sets.length);
    expect(new Set(destinations.map(one => text(one.SnsDestination))).size).toBe(1);
    for (const { MatchingEventTypes } of destinations) expect(MatchingEventTypes).toContain('SEND');
  });

  it('each timed trigger has its schedule', () => {
    const declared = system.catalogue.background.flatMap(({ handler: { definition } }) =>
      definition.kind === 'schedule' ? [[`${STAGE.name}-${definition.name}`, definition.everyMinutes] as const] : [],
    );
    const scheduled = ofType(templates, 'AWS::Scheduler::Schedule').map(({ Properties }) => [
      Properties['Name'],
      Number(/^rate\((\d+) minutes?\)$/.exec(String(Properties['ScheduleExpression']))?.[1]),
    ]);
    expect(scheduled).toEqual(declared);
  });
});

describe('failures are visible', () => {
  it('there is an alarm on errors of the API, on every dead-letter queue, stream, schedule and state machine; all notify the topic', () => {
    const alarms = ofType(templates, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
    const names = alarms.map(alarm => String(alarm['AlarmName']).replace(`${STAGE.name}-`, ''));
    const of = (kind: string): string[] =>
      system.catalogue.background.filter(({ handler }) => handler.definition.kind === kind).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'api-5xx',
        DEAD_LETTERS,
        'queues-delayed',
        ...of('stream').flatMap(name => [`${name}-behind`, `${name}-dead-letters`]),
        'schedules-failing',
        'executions-failed',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
    // A canary adds one (canary.long.test.ts).
    expect(alarms.length + 1).toBeLessThanOrEqual(30);
    for (const { AlarmName, AlarmActions, OKActions } of alarms) {
      expect(AlarmActions, String(AlarmName)).toHaveLength(1);
      expect(OKActions, String(AlarmName)).toEqual(AlarmActions);
    }
    // What is to be looked at now, and what can wait until tomorrow.
    const policies = ofType(templates, 'AWS::SNS::TopicPolicy').map(({ Properties }) =>
      JSON.stringify(Properties['PolicyDocument']),
    );
    expect(policies.filter(policy => /"sns:Publish".*"cloudwatch\.amazonaws\.com"/.test(policy))).toHaveLength(2);
    expect(ofType(templates, 'AWS::CloudWatch::Dashboard').length).toBe(1);
  });
});

describe('costs without use', () => {
  it('no metrics per route: $0.30 a month for each of six metrics of every route, which no alarm and no panel reads', () => {
    for (const { Properties } of ofType(templates, 'AWS::ApiGatewayV2::Stage')) {
      expect(Properties['DefaultRouteSettings']).toMatchObject({ DetailedMetricsEnabled: false });
      expect(Properties['RouteSettings']).toBeUndefined();
    }
    const read = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'].flatMap(type => ofType(templates, type));
    expect(read.filter(({ Properties }) => /"(Route|Method)"/.test(text(Properties)))).toEqual([]);
  });
});

describe('the limits of CloudFormation, Lambda and API Gateway', () => {
  const bodyOf = (of: readonly StackTemplate[]): ApiBody =>
    ofType(of, 'AWS::ApiGatewayV2::Api')[0]?.Properties['Body'] as ApiBody;

  it('the API stays below the 300 routes that an HTTP API has unless AWS raises it: one for each endpoint, the document and all others', () => {
    const routes = operationsOf(bodyOf(templates)).length;
    expect(routes).toBe(system.catalogue.endpoints.length + 2);
    expect(routes).toBeLessThanOrEqual(300);
  });

  it('the API stays below the 300 integrations that AWS does not raise: one for each endpoint, and one for all other routes', () => {
    const integrations = integrationsOf(bodyOf(templates)).length;
    expect(integrations).toBe(system.catalogue.endpoints.length + 1);
    // AWS permits 300, and raises routes but never these. Five endpoints are left when this fails: then comes the second API, with a part of
    // the paths, or functions that several methods of a path share (docs/architecture.md, Decisions).
    expect(integrations).toBeLessThanOrEqual(295);
  });

  it('descriptions are valid: those of roles in Latin-1, those of functions of at most 256 characters', () => {
    for (const { Properties } of ofType(templates, 'AWS::IAM::Role')) {
      expect(String(Properties['Description'] ?? '')).toMatch(/^[\t\n\r\x20-\x7e\xa1-\xff]{0,1000}$/);
    }
    for (const { Properties } of ofType(templates, 'AWS::Lambda::Function')) {
      expect(String(Properties['Description']).length).toBeLessThanOrEqual(256);
    }
  });

  it('names of functions have at most 64 characters, also with the longest name of a stage', () => {
    for (const { Properties } of ofType(templates, 'AWS::Lambda::Function')) {
      const name = String(Properties['FunctionName']).slice(STAGE.name.length);
      expect(12 + name.length, name).toBeLessThanOrEqual(64);
    }
  });
});

describe('no statement allows more than is written', () => {
  /**
   * AWS knows no resources for these actions (Service Authorization Reference): log deliveries of state machines, keys to be made, reading
   * alarms, and what AWS Backup reads of a bucket.
   */
  const WITHOUT_RESOURCE = [
    'logs:CreateLogDelivery',
    'logs:GetLogDelivery',
    'logs:UpdateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutResourcePolicy',
    'logs:DescribeResourcePolicies',
    'logs:DescribeLogGroups',
    'kms:CreateKey',
    'cloudwatch:DescribeAlarms',
    'events:ListRules',
    'cloudwatch:GetMetricData',
    's3:ListAllMyBuckets',
  ];
  /** Parts that AWS or callers name: the part before the `*` is ours. */
  const OPEN_ENDED = [
    [/:table\/[\w-]+\/index\/\*$/, 'the indexes of the table'],
    [/:table\/[\w-]+\/stream\/\*$/, 'the stream of the table, whose label is a time'],
    [/:log-group:\/invoicing\/[\w/-]+:\*$/, 'the streams of a log group'],
    [/^arn:\$\{AWS::Partition\}:s3:::[\w-]+-invoicing-(documents|uploads)-.*\/\*$/, 'the files of the bucket'],
    [/^arn:\$\{AWS::Partition\}:s3:::[\w-]+-invoicing-anchors-.*\/companies\/\*$/, 'the anchors of companies'],
    [/^arn:\$\{AWS::Partition\}:s3:::test-einvoice-rules\/cius-ro\/\*$/, 'the official rules that the stage names'],
    [/:table\/[\w-]+\/backup\/\*$/, 'backups of the table, whose names AWS makes'],
    [/:recovery-point:\*$/, 'backups, whose names AWS makes'],
    [/:rule\/AwsBackupManagedRule\*$/, 'the rules of AWS Backup'],
    [/:key\/\*$/, 'keys, by the condition on their alias or tag'],
    [/:function:[a-z0-9]+-[a-z-]+-\*:live$/, 'the functions of an area of endpoints, for API Gateway'],
    [/:function:[a-z0-9]+-[a-z-]+-\*$/, 'the functions of an area, whose aliases a rollout moves'],
  ] as const;

  interface Allowing {
    Effect: string;
    Action: string | string[];
    Resource: unknown;
  }

  const allowing = (): Allowing[] =>
    ofType(templates, 'AWS::IAM::Role')
      .flatMap(({ Properties }) => (Properties['Policies'] ?? []) as { PolicyDocument: { Statement: Allowing[] } }[])
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

  it('no action contains a `*`', () => {
    const actions = allowing().flatMap(({ Action }) => list(Action) as string[]);
    expect(actions.length).toBeGreaterThan(100);
    expect(actions.filter(action => action.includes('*'))).toEqual([]);
  });

  it('a resource is `*` only where AWS has no resources, and ends in `*` only where AWS completes the name', () => {
    const open = allowing().flatMap(({ Action, Resource }) => {
      const actions = list(Action) as string[];
      return list(Resource)
        .map(text)
        .filter(resource => resource.includes('*'))
        .filter(resource => !(resource === '*' && actions.every(action => WITHOUT_RESOURCE.includes(action))))
        .filter(resource => !OPEN_ENDED.some(([form]) => form.test(resource)));
    });
    expect(open).toEqual([]);
  });

  it('all roles and their policies are written here: none is managed by AWS', () => {
    for (const { resources } of templates)
      for (const { Type, Properties } of Object.values(resources))
        if (Type === 'AWS::IAM::Role')
          for (const { Ref } of (Properties['ManagedPolicyArns'] ?? []) as { Ref: string }[])
            expect(resources[Ref]?.Type).toBe('AWS::IAM::ManagedPolicy');
    // Policies that several roles share only deny.
    const shared = ofType(templates, 'AWS::IAM::ManagedPolicy').flatMap(
      ({ Properties }) => (Properties['PolicyDocument'] as { Statement: Allowing[] }).Statement,
    );
    expect(shared.length).toBeGreaterThan(0);
    expect(shared.filter(({ Effect }) => Effect !== 'Deny')).toEqual([]);
    expect(ofType(templates, 'AWS::IAM::Policy')).toEqual([]);
  });
});
