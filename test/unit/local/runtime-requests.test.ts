import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { answer, file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import type { EndpointHandler } from '#shared/platform/lambda/endpoint/definition.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { create, transact } from '#shared/platform/store/transact.ts';
import { useOwnService } from '../../support/service.ts';
import { catalogueOf } from './fixture.ts';

/** The same function, with a tenth of a second left in each run; the local runtime gives tests no limit. */
function almostOutOfTime(handler: EndpointHandler): EndpointHandler {
  const run = (event: APIGatewayProxyEventV2, context: Context) =>
    handler(event, { ...context, getRemainingTimeInMillis: () => 100 });
  return Object.assign(run, { definition: handler.definition });
}

const anything = z.record(z.string(), z.unknown());
const key = (pk: string) => ({ pk, sk: 'X' });
const put = (pk: string) => dynamodb().send(new PutCommand({ TableName: tableName(), Item: { ...key(pk), kind: 'client' } }));

const catalogue = catalogueOf({
  echo: defineEndpoint(
    {
      method: 'POST',
      path: '/echo/{name}',
      summary: 'Echo',
      auth: 'public',
      body: anything,
      responses: { 201: () => anything },
      errors: [409],
    },
    ({ params, body, address }) => ({ params, body, address }),
  ),
  'echo-fixed': defineEndpoint(
    {
      method: 'GET',
      path: '/echo/fixed',
      summary: 'Fixed',
      auth: 'public',
      responses: { 200: () => z.object({ fixed: z.boolean() }) },
    },
    () => ({ fixed: true }),
  ),
  bytes: defineEndpoint(
    {
      method: 'GET',
      path: '/bytes',
      summary: 'Bytes',
      auth: 'public',
      responses: { 200: null },
      produces: 'application/octet-stream',
    },
    () => file(Uint8Array.of(0, 255, 128, 10), 'application/octet-stream'),
  ),
  large: defineEndpoint(
    {
      method: 'GET',
      path: '/large',
      summary: 'Large',
      auth: 'public',
      responses: { 200: null },
      produces: 'application/octet-stream',
    },
    () => file(new Uint8Array(4_800_000), 'application/octet-stream'),
  ),
  refuse: defineEndpoint(
    { method: 'GET', path: '/refuse', summary: 'Refuse', auth: 'public', responses: { 200: () => anything }, errors: [409] },
    () => {
      throw conflict('No.', { reason: 'withdrawn' });
    },
  ),
  lie: defineEndpoint(
    {
      method: 'GET',
      path: '/lie',
      summary: 'Lie',
      auth: 'public',
      responses: { 200: () => z.object({ a: z.object({ b: z.string() }) }) },
    },
    () => answer(200, { a: { b: 'x', surprise: 1 } }),
  ),
  roundTrips: defineEndpoint(
    { method: 'GET', path: '/round-trips', summary: 'Round trips', auth: 'public', responses: { 200: () => anything } },
    async () => {
      const get = (pk: string) => dynamodb().send(new GetCommand({ TableName: tableName(), Key: key(pk), ConsistentRead: true }));
      await Promise.all([get('a'), get('b')]);
      await get('c');
      await transact([
        create({ ...key(`w${now().getTime()}`), kind: 'client' }),
        create({ ...key(`v${now().getTime()}`), kind: 'client' }),
      ]);
      await dynamodb().send(new ScanCommand({ TableName: tableName(), Limit: 1 }));
      await s3().send(new PutObjectCommand({ Bucket: process.env['DOCUMENTS_BUCKET'] ?? '', Key: 'k', Body: 'x' }));
      return {};
    },
  ),
  save: defineEndpoint(
    { method: 'POST', path: '/save/{name}', summary: 'Save', auth: 'public', responses: { 201: () => anything } },
    async ({ params }) => {
      await put(`first-${params['name']}`);
      await put(`second-${params['name']}`);
      return { saved: params['name'] };
    },
  ),
  authority: defineEndpoint(
    { method: 'GET', path: '/authority', summary: 'Authority', auth: 'public', responses: { 200: () => anything } },
    async () => {
      const outcome = await fetch(`${process.env['TAXAUTH_URL']}/stareMesaj?id_incarcare=1`).then(
        response => `answered ${response.status}`,
        (error: Error) => `failed with ${(error.cause as { code: string }).code}`,
      );
      return { outcome };
    },
  ),
  transport: defineEndpoint(
    { method: 'GET', path: '/transport', summary: 'Transport', auth: 'public', responses: { 200: () => anything } },
    async () => {
      const calls = ['upload/ETRANSP/14399840/2', 'stareMesaj/1', 'lista/1/14399840'].map(path =>
        fetch(`${process.env['TAXAUTH_TRANSPORT_URL']}/${path}`, { method: path.startsWith('upload') ? 'POST' : 'GET' }),
      );
      return { outcomes: (await Promise.all(calls)).map(({ status }) => status) };
    },
  ),
  hang: almostOutOfTime(
    defineEndpoint(
      { method: 'GET', path: '/hang', summary: 'Hang', auth: 'public', responses: { 200: () => anything } },
      () => new Promise<never>(() => {}),
    ),
  ),
});

const service = useOwnService({ catalogue, machines: [], allowUndeclared: true, anyCall: true });
afterEach(() => service().runtime.faults.clear());

const exists = async (pk: string): Promise<boolean> => (await getItem(key(pk))) !== undefined;

describe('requests through the local gateway', () => {
  it('reach their function with parameters and body, and with the client that X-Forwarded-For names', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    const sent = await service().api('POST', '/echo/%C8%99', { body: { a: 1 }, headers });
    expect(sent).toMatchObject({ status: 201, body: { params: { name: 'ș' }, body: { a: 1 }, address: '203.0.113.5' } });
    expect(sent.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await service().api('GET', '/echo/fixed')).toMatchObject({ status: 200, body: { fixed: true } });
  });

  it('bytes arrive unchanged', async () => {
    const { body } = await service().api('GET', '/bytes');
    expect([...(body as Buffer)]).toEqual([0, 255, 128, 10]);
  });

  it('HEAD is a separate method, as for API Gateway: no endpoint has it', async () => {
    const head = await service().api('HEAD', '/bytes');
    expect(head).toMatchObject({ status: 405, body: undefined });
    expect(head.headers.get('allow')).toBe('GET');
  });

  it('an unknown path is 404 and another method of a known one 405 with Allow, in the envelope of all errors', async () => {
    expect(await service().api('GET', '/nope')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    const other = await service().api('PUT', '/echo/fixed');
    expect(other).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } });
    expect(other.headers.get('allow')).toBe('GET, POST');
  });

  const sendText = (bytes: number) =>
    service().api('POST', '/echo/big', {
      body: JSON.stringify({ a: 'x'.repeat(bytes) }),
      headers: { 'content-type': 'application/json' },
    });

  it('a body of 5 MB reaches the function, which applies its own limit', async () => {
    expect(await sendText(5_000_000)).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
  });

  it.each([
    ['text of 6.3 MB', () => sendText(6_300_000)],
    [
      'bytes of 4.8 MB, which are 6.4 MB in base64',
      () => {
        const form = new FormData();
        form.set('file', new File([new Uint8Array(4_800_000)], 'x'));
        return service().api('POST', '/echo/big', { body: form });
      },
    ],
  ])('%s: 413 with the message of API Gateway, before any function runs', async (_, send) => {
    const before = service().runtime.meter.last(1)[0];
    expect(await send()).toMatchObject({ status: 413, body: { message: 'Request Entity Too Large' } });
    expect(service().runtime.meter.last(1)[0]).toEqual(before);
  });

  it('a response of more than 6 MB is not returned, and is recorded', async () => {
    const { status, body } = await service().api('GET', '/large');
    expect([status, body]).toEqual([500, { message: 'Internal Server Error' }]);
    expect(service().runtime.violations).toEqual(expect.arrayContaining([expect.stringContaining('GET /large answered more')]));
  });

  it('an error response keeps its envelope', async () => {
    expect(await service().api('GET', '/refuse')).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: 'No.', details: { reason: 'withdrawn' } } },
    });
  });

  it('a response that differs from its declaration becomes a 500 that names the place, and is recorded', async () => {
    const { status, body } = await service().api('GET', '/lie');
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: { code: 'internal_error', message: expect.stringContaining('a.surprise') as string } });
    expect(service().runtime.violations).toContainEqual(expect.stringContaining('GET /lie answered 200'));
  });

  it('a function that would exceed its time is ended just before, and still responds in the envelope', async () => {
    expect(await service().api('GET', '/hang')).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
  });
});

describe('the cost of a request', () => {
  it('round trips are counted by the responses that had arrived when a call began; units as DynamoDB counts them', async () => {
    await service().api('GET', '/round-trips');
    const { body } = await service().api('GET', '/_local/requests?last=1');
    expect((body as { requests: unknown[] }).requests[0]).toEqual({
      at: expect.any(String) as string,
      method: 'GET',
      route: '/round-trips',
      status: 200,
      cpuMs: expect.any(Number) as number,
      // Two consistent reads together, one alone, a transaction of two writes (2 units each), a scan.
      dynamodb: { calls: 5, waves: 4, readUnits: expect.any(Number) as number, writeUnits: 4, scans: 1 },
      s3: 1,
      sqs: 0,
    });
  });
});

describe('faults between the SDK and the wire', () => {
  it('a throttled call is repeated by the SDK: the request succeeds with one more call', async () => {
    const fault = { service: 'dynamodb', operation: 'PutItem', kind: 'throttle', times: 1 };
    expect((await service().api('POST', '/_local/faults', { body: fault })).status).toBe(201);
    expect((await service().api('POST', '/save/throttled')).status).toBe(201);
    expect(service().runtime.meter.last(1)[0]?.dynamodb.calls).toBe(3);
  });

  it('a call whose response is lost has been committed', async () => {
    await service().api('POST', '/_local/faults', { body: { service: 'dynamodb', kind: 'lostAnswer' } });
    expect((await service().api('POST', '/save/lost')).status).toBe(503);
    // The number of repetitions is up to the SDK: the rest of the fault must not meet this read.
    service().runtime.faults.clear();
    expect([await exists('first-lost'), await exists('second-lost')]).toEqual([true, false]);
  });

  it('a failure comes before the call has any effect, until the faults are cleared', async () => {
    await service().api('POST', '/_local/faults', { body: { service: 'dynamodb', kind: 'fail' } });
    expect((await service().api('POST', '/save/failed')).status).toBe(503);
    expect((await service().api('DELETE', '/_local/faults')).status).toBe(204);
    expect(await exists('first-failed')).toBe(false);
    expect((await service().api('POST', '/save/failed')).status).toBe(201);
  });

  it.each([
    ['throttle', 'answered 429'],
    ['fail', 'failed with ECONNREFUSED'],
    ['lostAnswer', 'failed with ECONNRESET'],
    ['slow', 'answered 401'],
  ])("the tax authority's %s is seen by the function as: %s", async (kind, outcome) => {
    const body = { service: 'taxauth', operation: 'stareMesaj', kind, delayMs: 1, times: 1 };
    await service().api('POST', '/_local/faults', { body });
    expect((await service().api('GET', '/authority')).body).toEqual({ outcome });
    expect(
      service()
        .runtime.meter.last(1)[0]
        ?.calls.map(call => `${call.service}.${call.operation}`),
    ).toEqual(['taxauth.stareMesaj']);
    // It was injected once: the authority's own response is returned again.
    expect((await service().api('GET', '/authority')).body).toEqual({ outcome: 'answered 401' });
  });

  it('calls about transports are named by the first part of their path, whatever the parameters are', async () => {
    await service().api('POST', '/_local/faults', {
      body: { service: 'taxauth', operation: 'lista', kind: 'throttle', times: 1 },
    });
    expect((await service().api('GET', '/transport')).body).toEqual({ outcomes: [401, 401, 429] });
    expect(
      service()
        .runtime.meter.last(1)[0]
        ?.calls.map(call => `${call.service}.${call.operation}`),
    ).toEqual(['taxauth.upload', 'taxauth.stareMesaj', 'taxauth.lista']);
    expect((await service().api('GET', '/transport')).body).toEqual({ outcomes: [401, 401, 401] });
  });

  it.each([
    [1, 'before', false, false],
    [1, 'after', true, false],
    [2, 'before', true, false],
    [2, 'after', true, true],
  ] as const)(
    'a process that dies at call %i, %s it, leaves the work of earlier calls and makes no further ones',
    async (call, when, first, second) => {
      const name = `died-${call}-${when}`;
      service().runtime.faults.crash({ call, when, name: 'save' });
      expect(await service().api('POST', `/save/${name}`)).toMatchObject({
        status: 500,
        body: { message: 'Internal Server Error' },
      });
      expect(service().runtime.faults.crashed()).toBe(true);
      expect([await exists(`first-${name}`), await exists(`second-${name}`)]).toEqual([first, second]);
    },
  );
});
