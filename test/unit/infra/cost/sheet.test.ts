import { describe, expect, it } from 'vitest';
import { PRICES } from '../../../../infra/cost/prices.ts';
import { priceSheet, storageSheet, times, total, tracesSheet } from '../../../../infra/cost/sheet.ts';
import { modelledMillis } from '../../../../infra/cost/durations.ts';
import { NOTHING, type Run, usageOf } from '../../../../infra/cost/usage.ts';
import { unitsOfFailedWrite } from '../../../../infra/local/engines/dynamodb/failed-writes.ts';
import { PRINTER } from '../../../../infra/stage/names.ts';

const prices = Object.fromEntries(Object.keys(PRICES).map(name => [name, 0])) as typeof PRICES;

describe('a price sheet', () => {
  it.each([
    ['dynamodbWriteUnitsPerMillion', { writeUnits: 2_000_000 }, 'DynamoDB', 2],
    ['dynamodbReadUnitsPerMillion', { readUnits: 500_000 }, 'DynamoDB', 0.5],
    ['lambdaRequestsPerMillion', { invocations: 3_000_000 }, 'Lambda', 3],
    ['lambdaGbSecondArm', { gbSecondsArm: 4 }, 'Lambda', 4],
    ['lambdaGbSecondX86', { gbSecondsX86: 4 }, 'Lambda', 4],
    ['stepFunctionsTransitionsPerThousand', { transitions: 5_000 }, 'Step Functions', 5],
    ['sesMailsPerThousand', { mails: 6_000 }, 'SES', 6],
    ['logsPerGb', { logBytes: 1024 ** 3 }, 'CloudWatch Logs', 1],
    ['s3PutsPerThousand', { s3Puts: 7_000 }, 'S3', 7],
    ['s3GetsPerThousand', { s3Gets: 8_000 }, 'S3', 8],
    ['kmsRequestsPerTenThousand', { kmsRequests: 10_000 }, 'KMS', 1],
    ['httpApiRequestsPerMillion', { requests: 1_000_000 }, 'API Gateway', 1],
    ['sqsRequestsPerMillion', { sqsRequests: 1_000_000 }, 'SQS', 1],
  ] as const)('%s is the price of one unit, and counts for one service only', (price, amount, service, dollars) => {
    const lines = priceSheet({ ...NOTHING, ...amount }, { ...prices, [price]: 1 });
    expect(lines.find(line => line.service === service)?.dollars).toBeCloseTo(dollars, 10);
    expect(total(lines)).toBeCloseTo(dollars, 10);
  });

  it('has separate prices for storage: the table with its backup, and files', () => {
    const stored = { ...NOTHING, tableBytes: 1024 ** 3, fileBytes: 2 * 1024 ** 3 };
    expect(total(priceSheet(stored, PRICES))).toBe(0);
    const one = { ...prices, dynamodbStoragePerGbMonth: 1, dynamodbBackupPerGbMonth: 2, s3StoragePerGbMonth: 4 };
    expect(storageSheet(stored, one).map(line => line.dollars)).toEqual([3, 8]);
  });

  it('has the additional price of traces, which only a stage with the switch has', () => {
    expect(tracesSheet(2_000_000, { ...prices, xrayTracesPerMillion: 1 })).toEqual([
      { service: 'X-Ray', amount: '2,000,000 traces at most', dollars: 2 },
    ]);
    expect(total(priceSheet({ ...NOTHING, invocations: 2_000_000 }, { ...prices, xrayTracesPerMillion: 1 }))).toBe(0);
  });

  it('for a thousand is a thousand times that for one', () => {
    const one = { ...NOTHING, writeUnits: 188, mails: 1 };
    expect(total(priceSheet(times(one, 1000), PRICES))).toBeCloseTo(1000 * total(priceSheet(one, PRICES)), 10);
  });
});

describe('usage of runs', () => {
  const call = (service: string, operation: string, more: Partial<Run['calls'][number]> = {}): Run['calls'][number] => ({
    ...{ service, operation, roundTrip: 1, readUnits: 0, writeUnits: 0 },
    ...more,
  });

  it('adds up units, requests and gigabyte-seconds by processor', () => {
    const runs: Run[] = [
      {
        name: 'invoices-issue',
        memoryMb: 1024,
        calls: [call('dynamodb', 'TransactWriteItems', { writeUnits: 30 }), call('s3', 'PutObject', { roundTrip: 2 })],
      },
      { name: PRINTER, memoryMb: 2048, calls: [call('dynamodb', 'Query', { readUnits: 1.5 }), call('s3', 'HeadObject')] },
      {
        name: 'tasks-ensure-uploaded',
        memoryMb: 512,
        calls: [call('sqs', 'SendMessage'), call('stepfunctions', 'StartExecution'), call('taxauth', 'upload')],
      },
    ];
    expect(usageOf(runs)).toEqual({
      ...NOTHING,
      ...{ invocations: 3, writeUnits: 30, readUnits: 1.5 },
      ...{ gbSecondsArm: 0.035 + 0.155, gbSecondsX86: 0.54, seconds: 0.035 + 0.27 + 0.31 },
      // A message is sent, received and deleted.
      ...{ s3Puts: 1, s3Gets: 1, sqsRequests: 3, executions: 1, authorityCalls: 1 },
    });
  });

  it('counts removed files as free, as in S3', () => {
    const calls = [call('s3', 'DeleteObject'), call('s3', 'DeleteObjects')];
    expect(usageOf([{ name: 'workers-discard', memoryMb: 1024, calls }])).toMatchObject({ s3Puts: 0, s3Gets: 0 });
  });

  it.each([
    ['code alone', 'invoices-get', [], 10],
    ['the browser alone', PRINTER, [], 250],
    ['calls in two round trips', 'invoices-get', [call('dynamodb', 'GetItem'), call('dynamodb', 'Query', { roundTrip: 2 })], 20],
    ['the longest of calls at once', 'tasks-ensure-uploaded', [call('dynamodb', 'GetItem'), call('taxauth', 'upload')], 310],
    ['an unknown service', 'invoices-get', [call('another', 'Call')], 30],
  ])('models the duration of %s', (_, name, calls, millis) => {
    expect(modelledMillis(name, calls)).toBe(millis);
  });
});

describe('units of failed writes', () => {
  const refused = (name: string): Error => Object.assign(new Error(name), { name });
  const item = { pk: { S: 'x'.repeat(1000) }, n: { N: '12' }, m: { M: { a: { L: [{ S: 'y'.repeat(1100) }] } } } };

  it.each([
    ['a put whose condition does not hold: those of its item', { Item: item }, 'ConditionalCheckFailedException', 3],
    ['an update or deletion: one', { Key: { pk: { S: 'a' } } }, 'ConditionalCheckFailedException', 1],
    [
      'a cancelled transaction: twice those of each action',
      { TransactItems: [{ Put: { Item: item } }, { Update: { Key: {} } }] },
      'TransactionCanceledException',
      8,
    ],
    ['a call that was throttled: none', { Item: item }, 'ThrottlingException', 0],
  ])('%s', (_, input, error, units) => {
    expect(unitsOfFailedWrite({ input }, refused(error))).toBe(units);
  });
});
