import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { restore } from '../../../../infra/restore/restore.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { readStages } from '../../../../infra/stage/stages.ts';

/** A DynamoDB that restores a table within two polls, and leaves out what DynamoDB leaves out. */
const TABLE = 'prod-invoicing-20261122093000';
const STREAM = `arn:aws:dynamodb:eu-central-1:111122223333:table/${TABLE}/stream/2026-11-23T10:00:00.000`;
interface Restored {
  looks: number;
  stream: boolean;
  expiry: boolean;
  recovery: boolean;
  protection: boolean;
  tags: unknown;
}
let restored: Restored | undefined;
let refused: { type: string; message: string } | undefined;
let asked: { call: string; input: Record<string, unknown> }[] = [];

function answerTo(call: string, input: Record<string, unknown>): object | { type: string; message: string } {
  if (call === 'RestoreTableToPointInTime') {
    if (refused) return refused;
    restored = { looks: 0, stream: false, expiry: false, recovery: false, protection: false, tags: undefined };
    return {};
  }
  if (!restored) return { type: 'ResourceNotFoundException', message: `Requested resource not found: Table: ${TABLE}` };
  const { stream, protection } = restored;
  switch (call) {
    case 'DescribeTable': {
      const isReady = restored.looks++ >= 2;
      return {
        Table: {
          TableArn: `arn:aws:dynamodb:eu-central-1:111122223333:table/${TABLE}`,
          TableStatus: isReady ? 'ACTIVE' : 'CREATING',
          // Indexes are filled after the table.
          GlobalSecondaryIndexes: [{ IndexStatus: isReady && restored.looks > 4 ? 'ACTIVE' : 'CREATING' }],
          DeletionProtectionEnabled: protection,
          ...(stream && { StreamSpecification: { StreamEnabled: true }, LatestStreamArn: STREAM }),
        },
      };
    }
    case 'UpdateTable':
      // DynamoDB accepts one kind of change at a time.
      if (Object.keys(input).length !== 2) return { type: 'ValidationException', message: 'one at a time' };
      if (input['StreamSpecification']) restored.stream = true;
      if (input['DeletionProtectionEnabled']) restored.protection = true;
      return {};
    case 'DescribeTimeToLive':
      return { TimeToLiveDescription: { TimeToLiveStatus: restored.expiry ? 'ENABLING' : 'DISABLED' } };
    case 'UpdateTimeToLive':
      restored.expiry = true;
      return {};
    case 'DescribeContinuousBackups':
      return {
        ContinuousBackupsDescription: {
          PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: restored.recovery ? 'ENABLED' : 'DISABLED' },
        },
      };
    case 'UpdateContinuousBackups':
      restored.recovery = true;
      return {};
    case 'TagResource':
      restored.tags = input['Tags'];
      return {};
    default:
      return { type: 'UnknownOperationException', message: call };
  }
}

/** Requests of other services: STS, which names the account, and S3, whose bucket is empty. */
let others: string[] = [];
const IDENTITY =
  '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>';
const VERSIONS = '<ListVersionsResult><IsTruncated>false</IsTruncated></ListVersionsResult>';

let server: Server;
let folder: string;
const SETTINGS = {
  ...{ region: 'eu-central-1', apiUrl: 'https://api.acme.ro', appUrl: 'https://app.acme.ro', logRetentionDays: 90 },
  ...{ mailFrom: 'Acme <no-reply@acme.ro>', taxauthUrl: 'https://authority.ro/r' },
  taxauthTransportUrl: 'https://authority.ro/t',
};

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then(body => {
      if (request.headers['x-amz-target'] === undefined) {
        others.push(request.url ?? '');
        response.writeHead(200, { 'content-type': 'text/xml' }).end(body.includes('GetCallerIdentity') ? IDENTITY : VERSIONS);
        return;
      }
      const call = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const input = JSON.parse(body) as Record<string, unknown>;
      asked.push({ call, input });
      const answer = answerTo(call, input) as { type?: string; message?: string };
      response
        .writeHead(answer.type ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify(answer.type ? { __type: `com.amazonaws.dynamodb#${answer.type}`, message: answer.message } : answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ context: { stages: { prod: SETTINGS } } }));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  restored = undefined;
  refused = undefined;
  asked = [];
  others = [];
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => vi.unstubAllEnvs());

async function run(...argv: string[]): Promise<{ code: number; said: string; waited: number }> {
  const said: string[] = [];
  let waited = 0;
  const wait = (): Promise<void> => {
    waited++;
    return Promise.resolve();
  };
  const setEnvironment = (variables: Record<string, string>): void => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  };
  const terminal = { say: (line: string) => said.push(line), wait, setEnvironment };
  const code = await restore(argv, terminal, join(folder, 'cdk.json'));
  return { code, said: said.join('\n'), waited };
}

describe('npm run restore', () => {
  test('restores to a new table, adds the settings that a restore leaves out, and prints the settings for cdk.json', async () => {
    const { code, said, waited } = await run('prod', '--to', '2026-11-22T09:30:00Z');
    expect(code, said).toBe(0);
    expect(asked.find(({ call }) => call === 'RestoreTableToPointInTime')?.input).toMatchObject({
      ...{
        SourceTableName: 'prod-invoicing',
        TargetTableName: TABLE,
        RestoreDateTime: Date.parse('2026-11-22T09:30:00Z') / 1000,
      },
    });
    expect(waited).toBeGreaterThan(1);
    expect(restored).toMatchObject({ stream: true, expiry: true, recovery: true, protection: true });
    expect(restored?.tags).toEqual([
      { Key: 'service', Value: 'invoicing' },
      { Key: 'stage', Value: 'prod' },
    ]);
    expect(asked.find(({ call }) => call === 'UpdateTimeToLive')?.input).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
    expect(asked.find(({ input }) => 'StreamSpecification' in input)?.input).toMatchObject({
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    const printed = /"restoredTable": (\{[^}]+\})/.exec(said)?.[1] ?? '';
    const [stage] = readStages({ prod: { ...SETTINGS, restoredTable: JSON.parse(printed) as object } });
    expect(stage?.restoredTable).toEqual({ name: TABLE, streamArn: STREAM });
  });

  test('can be repeated: completed steps are not repeated', async () => {
    await run('prod', '--to', '2026-11-22T09:30:00Z');
    asked = [];
    const { code, said } = await run('prod', '--to', '2026-11-22T11:30:00+02:00');
    expect([code, said]).toEqual([0, expect.stringContaining(`${TABLE} is there already.`)]);
    const changing = asked.map(({ call }) => call).filter(call => !call.startsWith('Describe'));
    expect(changing).toEqual(['TagResource']);
  });

  test('--numbers reads the bucket of the stage, for the restored table, and restores nothing', async () => {
    forgetClients();
    const { code, said } = await run('prod', '--to', '2026-11-22T09:30:00Z', '--numbers', '--apply');
    forgetClients();
    expect([code, said]).toEqual([0, 'No counter is below a number that was issued.']);
    expect(others.at(-1)).toMatch(/^\/prod-invoicing-documents-111122223333-eu-central-1\/?\?.*prefix=companies%2F/);
    expect(process.env).toMatchObject({ TABLE_NAME: TABLE, AWS_REGION: 'eu-central-1' });
    expect(asked).toEqual([]);
  });

  test('1 with the message of AWS when it returns an error', async () => {
    refused = { type: 'InvalidRestoreTimeException', message: 'EarliestRestorableDateTime is later.' };
    const { code, said } = await run('prod', '--to', '2026-01-01T00:00:00Z');
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('InvalidRestoreTimeException: EarliestRestorableDateTime is later.'),
    ]);
  });

  test.each([
    [[], /npm run restore -- <stage>/],
    [['prod'], /--to must be an instant with its time zone/],
    [['prod', '--to', '2026-11-22 09:30'], /--to must be an instant/],
    [['staging', '--to', '2026-11-22T09:30:00Z'], /There is no stage staging in cdk.json, which has prod/],
    [['prod', '--to', '2026-11-22T09:30:00Z', '--apply'], /--apply is for --numbers and --settle/],
    [['prod', '--to', '2026-11-22T09:30:00Z', '--numbers', '--settle'], /either --numbers or --settle/],
    [['prod', '--to', '2026-11-22T09:30:00Z', '--until', '2026-11-22T10:00:00Z'], /--until is for --settle/],
    [['prod', '--to', '2026-11-22T09:30:00Z', '--settle', '--until', '2026-11-22T09:00:00Z'], /not before --to/],
    [['prod', '--to', '2026-11-22T09:30:00Z', '--settle', '--until', 'now'], /--until must be an instant/],
    [['prod', '--numbers'], /--to must be an instant/],
    [['prod', '--from', 'x'], /Unknown option '--from'/],
  ])('2 for %j', async (argv, words) => {
    const { code, said } = await run(...argv);
    expect(code).toBe(2);
    expect(said).toMatch(words);
    expect(asked).toEqual([]);
  });
});
