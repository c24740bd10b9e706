import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../../../infra/catalogue.ts';
import { BUCKET, DOCUMENT_SET } from '../../../../infra/local/environment.ts';
import { functionPolicies } from '../../../../infra/local/policy/policy.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { unusedGrants } from '../../../support/runner/compare-grants.ts';

const { endpoints, background } = await loadCatalogue();
const used: string[] = [];
const policies = functionPolicies([...endpoints, ...background], (name, action) => void used.push(`${name} ${action}`));
const put = (pk: string) => ({ service: 'dynamodb', operation: 'PutItem', input: { TableName: 't', Item: { pk, sk: 's' } } });
const DENIED = expect.objectContaining({ name: 'AccessDeniedException' }) as Error;

const isAllowed = (name: string, call: Parameters<typeof policies.check>[1]): boolean => {
  try {
    policies.check(name, call);
    return true;
  } catch (error) {
    expect(error).toEqual(DENIED);
    return false;
  }
};

describe('the policies of functions on the local runtime', () => {
  test('permitted calls of a function are made, and recorded', () => {
    expect(() => policies.check('invoices-create', put('C#1'))).not.toThrow();
    expect(used).toEqual(['invoices-create dynamodb:PutItem']);
  });

  test.each([
    ['only functions that rotate and sign write keys', 'invoices-create', put('JWKS')],
    ['a function that only reads writes nothing of a company', 'invoices-get', put('C#1')],
    ['the printer has no rights', 'tasks-print-page', put('C#1')],
    ['a bucket', 'invoices-get', { service: 's3', operation: 'PutObject', input: { Bucket: BUCKET, Key: 'companies/1' } }],
    [
      'a configuration set that is not its own',
      'workers-send-email',
      { service: 'ses', operation: 'SendEmail', input: { ConfigurationSetName: DOCUMENT_SET } },
    ],
  ])('other calls are rejected: %s', (_, name, call) => {
    expect(() => policies.check(name, call)).toThrow(DENIED);
  });

  test.each([
    ['pages-shared-document', 'GetObject', 'NoSuchKey', 'AccessDeniedException'],
    ['pages-shared-document', 'HeadObject', 'NotFound', 'AccessDeniedException'],
    ['invoices-xml', 'GetObject', 'NoSuchKey', 'NoSuchKey'],
    ['pages-shared-document', 'GetObject', 'SlowDown', 'SlowDown'],
  ])('whether a file is missing is said to functions that may list the bucket: %s, %s, %s', (name, operation, error, seen) => {
    const call = { service: 's3', operation, input: { Bucket: BUCKET, Key: 'companies/1/logo/x' } };
    const given = Object.assign(new Error('x'), { name: error });
    expect(policies.errorFor(name, call, given)).toMatchObject({ name: seen });
  });

  const DAY_MS = 86_400_000;
  const stored = (ObjectLockMode: string, years: number) => ({
    service: 's3',
    operation: 'PutObject',
    input: {
      ...{ Bucket: BUCKET, Key: 'companies/1', ObjectLockMode },
      ObjectLockRetainUntilDate: new Date(now().getTime() + years * 365 * DAY_MS),
    },
  });
  const purged = {
    service: 's3',
    operation: 'DeleteObjects',
    input: { Bucket: BUCKET, BypassGovernanceRetention: true, Delete: { Objects: [{ Key: 'companies/1', VersionId: '1' }] } },
  };

  test('a file is locked by functions that store such files, in governance mode, for the time of the stage', () => {
    expect(() => policies.check('workers-render-document', stored('GOVERNANCE', 6.5))).not.toThrow();
    expect(() => policies.check('workers-render-document', stored('GOVERNANCE', 8))).toThrow(DENIED);
    expect(() => policies.check('workers-render-document', stored('COMPLIANCE', 1))).toThrow(DENIED);
    expect(() => policies.check('attachments-create', stored('GOVERNANCE', 1))).toThrow(DENIED);
  });

  test('only the purges of companies, and of what is past its time, remove files that are locked', () => {
    const may = [...endpoints, ...background].map(({ name }) => name).filter(name => isAllowed(name, purged));
    expect(may).toEqual(['workers-purge-company', 'workers-purge-retained']);
  });

  test('the table is never scanned, by any function', () => {
    for (const { name } of [...endpoints, ...background])
      expect(() => policies.check(name, { service: 'dynamodb', operation: 'Scan', input: { TableName: 't' } }), name).toThrow(
        DENIED,
      );
  });

  test('tests and engines may do anything: they are no functions', () => {
    expect(() => policies.check('a test', put('JWKS'))).not.toThrow();
  });
});

test('a word of `uses` that no call needed is named, unless it is explained; an explanation that is not needed, too', () => {
  const functions = [
    {
      name: 'a',
      grants: [
        { word: 'x:read', actions: ['Get', 'Query'] },
        { word: 'taxauth:call', actions: [] },
      ],
    },
    { name: 'b', grants: [{ word: 'render:invoke', actions: ['Invoke'] }] },
  ];
  expect(unusedGrants(functions, new Set(['a Query']), {})).toEqual(['b render:invoke']);
  expect(unusedGrants(functions, new Set(['a Query']), { 'b render:invoke': 'why' })).toEqual([]);
  expect(unusedGrants(functions, new Set(['a Query', 'b Invoke']), { 'b render:invoke': 'why' })).toEqual([
    'b render:invoke: is used; its explanation is out of date',
  ]);
});
