import { describe, expect, test } from 'vitest';
import { now } from '#shared/base/kernel/clock.ts';
import { iamRequests, type LocalResources } from '../../../../infra/local/policy/requests.ts';

const RESOURCES: LocalResources = {
  table: (name, index) => (index === undefined ? name : `${name}/index/${index}`),
  bucket: name => name,
  queue: url => url,
  function: name => `${name}:live`,
  machine: arn => arn,
  parameter: name => name,
  mail: set => ['identity', set],
};
const leading = (...values: string[]) => ({ 'dynamodb:LeadingKeys': values });
const key = (pk: unknown) => ({ TableName: 't', Key: { pk, sk: 's' } });

/** The permissions of a call, as `action resource`, with the context of each. */
const needed = (service: string, operation: string, input: Record<string, unknown>) =>
  iamRequests({ service, operation, input }, RESOURCES).map(({ action, resource, context }) => [
    `${action} ${resource}`,
    context,
  ]);

describe('the permissions that a call needs', () => {
  test.each<[string, string, Record<string, unknown>, unknown[]]>([
    ['dynamodb', 'GetItem', key('C#1'), [['dynamodb:GetItem t', leading('C#1')]]],
    ['dynamodb', 'UpdateItem', key({ S: 'C#1' }), [['dynamodb:UpdateItem t', leading('C#1')]]],
    ['dynamodb', 'PutItem', { TableName: 't', Item: { pk: 'U#1', data: {} } }, [['dynamodb:PutItem t', leading('U#1')]]],
    [
      'dynamodb',
      'Query',
      { TableName: 't', IndexName: 'gsi1', ExpressionAttributeValues: { ':p': 'X' } },
      [['dynamodb:Query t/index/gsi1', leading('X')]],
    ],
    [
      'dynamodb',
      'BatchGetItem',
      { RequestItems: { t: { Keys: [{ pk: 'A' }, { pk: 'B' }] } } },
      [['dynamodb:BatchGetItem t', leading('A', 'B')]],
    ],
    [
      'dynamodb',
      'TransactWriteItems',
      { TransactItems: [{ Put: { TableName: 't', Item: { pk: 'A' } } }, { ConditionCheck: key('B') }, { Delete: key('C') }] },
      [
        ['dynamodb:PutItem t', leading('A')],
        ['dynamodb:ConditionCheckItem t', leading('B')],
        ['dynamodb:DeleteItem t', leading('C')],
      ],
    ],
    ['dynamodb', 'Scan', { TableName: 't' }, [['dynamodb:Scan t', {}]]],
    ['s3', 'HeadObject', { Bucket: 'b', Key: 'k/1' }, [['s3:GetObject b/k/1', {}]]],
    ['s3', 'PutObject', { Bucket: 'b', Key: 'k', IfNoneMatch: '*' }, [['s3:PutObject b/k', { 's3:if-none-match': ['*'] }]]],
    ['s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'p/' }, [['s3:ListBucket b', { 's3:prefix': ['p/'] }]]],
    [
      's3',
      'DeleteObjects',
      { Bucket: 'b', Delete: { Objects: [{ Key: 'x', VersionId: '1' }, { Key: 'y' }] } },
      [
        ['s3:DeleteObjectVersion b/x', {}],
        ['s3:DeleteObject b/y', {}],
      ],
    ],
    [
      's3',
      'DeleteObjects',
      { Bucket: 'b', BypassGovernanceRetention: true, Delete: { Objects: [{ Key: 'x', VersionId: '1' }] } },
      [
        ['s3:DeleteObjectVersion b/x', {}],
        ['s3:BypassGovernanceRetention b/x', {}],
      ],
    ],
    ['s3', 'DeleteObject', { Bucket: 'b', Key: 'x' }, [['s3:DeleteObject b/x', {}]]],
    [
      's3',
      'DeleteObject',
      { Bucket: 'b', Key: 'x', VersionId: '1', BypassGovernanceRetention: true },
      [
        ['s3:DeleteObjectVersion b/x', {}],
        ['s3:BypassGovernanceRetention b/x', {}],
      ],
    ],
    ['sqs', 'SendMessage', { QueueUrl: 'q' }, [['sqs:SendMessage q', {}]]],
    ['lambda', 'Invoke', { FunctionName: 'f' }, [['lambda:InvokeFunction f:live', {}]]],
    ['stepfunctions', 'StartExecution', { stateMachineArn: 'm' }, [['states:StartExecution m', {}]]],
    ['ssm', 'GetParameter', { Name: '/a' }, [['ssm:GetParameter /a', {}]]],
    // The engine of KMS decides about these.
    ['kms', 'Sign', { KeyId: 'alias/token' }, []],
  ])('%s.%s', (service, operation, input, expected) => {
    expect(needed(service, operation, input)).toEqual(expected);
  });

  test('a mail in MIME needs both actions, on identity and configuration set, with the sender of the message', () => {
    const Data = Buffer.from('To: x@y.z\r\nFrom: =?UTF-8?Q?C=C4=83?=\r\n <no-reply@a.example>\r\nSubject: s\r\n\r\nFrom: b');
    const from = { 'ses:FromAddress': ['no-reply@a.example'] };
    expect(needed('ses', 'SendEmail', { ConfigurationSetName: 'set', Content: { Raw: { Data } } })).toEqual([
      ['ses:SendEmail identity', from],
      ['ses:SendRawEmail identity', from],
      ['ses:SendEmail set', from],
      ['ses:SendRawEmail set', from],
    ]);
  });

  test('a file that is locked when it is stored needs the permission to lock it with this mode and time', () => {
    const until = new Date(now().getTime() + 9.5 * 86_400_000);
    const lock = { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: until };
    const context = { 's3:object-lock-mode': ['GOVERNANCE'], 's3:object-lock-remaining-retention-days': ['10'] };
    expect(needed('s3', 'PutObject', { Bucket: 'b', Key: 'k', ...lock })).toEqual([
      ['s3:PutObject b/k', context],
      ['s3:PutObjectRetention b/k', context],
    ]);
  });

  test('a call of S3 without a documented permission is an error', () => {
    expect(() => needed('s3', 'CopyObject', { Bucket: 'b', Key: 'k' })).toThrow('s3.CopyObject');
  });
});
