import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { kms } from '#shared/platform/aws/kms.ts';
import { lambda, patientLambda } from '#shared/platform/aws/lambda.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { sesv2 } from '#shared/platform/aws/sesv2.ts';
import { sfn } from '#shared/platform/aws/sfn.ts';
import { sqs } from '#shared/platform/aws/sqs.ts';
import { DEFAULT_TIMEOUT_SECONDS } from '../../../infra/stage/function-limits.ts';

/** No call of an AWS service waits without end: the SDK has no default timeouts. */

const SHARED = join(import.meta.dirname, '../../../shared');

let silent: Server;
const connections: Socket[] = [];

beforeAll(async () => {
  silent = createServer(socket => void connections.push(socket)).listen(0, '127.0.0.1');
  await new Promise(resolve => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
  for (const [name, value] of [
    ['AWS_REGION', 'eu-central-1'],
    ['AWS_ACCESS_KEY_ID', 'none'],
    ['AWS_SECRET_ACCESS_KEY', 'none'],
  ] as const)
    vi.stubEnv(name, value);
  forgetClients();
});
afterAll(() => {
  connections.forEach(socket => socket.destroy());
  silent.close();
  forgetClients();
  vi.unstubAllEnvs();
});

interface Handler {
  requestHandler: {
    configProvider: Promise<{ connectionTimeout: number; requestTimeout: number; throwOnRequestTimeout: boolean }>;
  };
}

describe('every client', () => {
  test.each(Object.entries({ dynamodb, kms, lambda, patientLambda, s3, sesv2, sfn, sqs }))('%s', async (name, client) => {
    const { connectionTimeout, requestTimeout, throwOnRequestTimeout } = await (client().config as unknown as Handler)
      .requestHandler.configProvider;
    expect([connectionTimeout, throwOnRequestTimeout]).toEqual([2_000, true]);
    // An API function can try again within its time limit; only an invocation may take as long as a function.
    if (name === 'lambda') expect(requestTimeout).toBe(65_000);
    else if (name === 'patientLambda') expect(requestTimeout).toBe(310_000);
    else expect(requestTimeout).toBeLessThan(DEFAULT_TIMEOUT_SECONDS * 1000);
  });

  test('is created with them: no file of shared/ creates a client without', () => {
    const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'));
    const making = files
      .map(path => ({ path, text: readFileSync(join(SHARED, path), 'utf8') }))
      .filter(({ text }) => /new \w+Client\(/.test(text));
    expect(making.length).toBeGreaterThan(7);
    const without = making.filter(
      ({ text }) => (text.match(/new \w+Client\(/g) ?? []).length !== (text.match(/\.\.\.timeouts\(\d+\)/g) ?? []).length,
    );
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});

test('a service that accepts a request and never responds: each attempt ends, and finally the call fails', async () => {
  const call = dynamodb().send(new GetCommand({ TableName: 'none', Key: { pk: 'x', sk: 'x' } }), { requestTimeout: 30 });
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError', $metadata: { attempts: 4 } });
  expect(connections.length).toBeGreaterThanOrEqual(4);
});
