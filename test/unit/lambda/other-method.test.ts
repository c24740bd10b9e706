import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { eventOf } from './event.ts';

/** Requests for the path of another endpoint, which reach this one because a word of the path fits its id. */

const RECORD = '01890a5d-ac96-774b-bcce-b302099a8057';
let runs = 0;
let lines: Record<string, unknown>[] = [];

beforeEach(() => {
  [runs, lines] = [0, []];
  setLogSink(line => lines.push(JSON.parse(line) as Record<string, unknown>));
});
afterEach(() => {
  vi.unstubAllEnvs();
  setLogSink(line => void process.stdout.write(`${line}\n`));
});

const endpoint = (path: string) =>
  defineEndpoint(
    {
      method: 'DELETE',
      path,
      summary: 'Test',
      auth: 'public',
      uncounted: true,
      securityEvent: 'api_key.revoked',
      responses: { 204: null },
    },
    () => void runs++,
  );
const LINES = '/a/{uuid}/lines/{lineId}';

async function ask(template: string, rawPath: string) {
  const names = template.split('/');
  const pathParameters = Object.fromEntries(
    rawPath.split('/').flatMap((part, place) => (names[place]?.startsWith('{') ? [[names[place].slice(1, -1), part]] : [])),
  );
  const event = eventOf({ method: 'DELETE', rawPath, pathParameters });
  const { statusCode, headers, body } = (await endpoint(template)(
    event,
    undefined as never,
  )) as APIGatewayProxyStructuredResultV2;
  return { status: statusCode, allow: headers?.['allow'], body: body === undefined ? undefined : (JSON.parse(body) as unknown) };
}

describe('an endpoint that knows the routes of other paths', () => {
  const routes = [
    ...['POST /a/all', 'PUT /a/all', 'GET /a/own'],
    ...['GET /a/all/lines/{lineId}', 'POST /a/{uuid}/lines/first', 'PATCH /a/all/lines/first'],
  ];
  beforeEach(() => vi.stubEnv('OTHER_ROUTES', routes.join(',')));

  test.each([
    ['/a/{uuid}', '/a/all', 'POST, PUT'],
    ['/a/{uuid}', '/a/own', 'GET'],
    [LINES, `/a/all/lines/${RECORD}`, 'GET'],
    [LINES, '/a/all/lines/third', 'GET'],
    [LINES, `/a/${RECORD}/lines/first`, 'POST'],
    [LINES, '/a/third/lines/first', 'POST'],
    // The path without an id is meant.
    [LINES, '/a/all/lines/first', 'PATCH'],
    ['/a/{uuid}/lines/first', '/a/all/lines/first', 'PATCH'],
  ])('%s answers %s with 405 and the methods %s, and does nothing', async (template, path, allow) => {
    expect(await ask(template, path)).toEqual({
      ...{ status: 405, allow },
      body: { error: { code: 'method_not_allowed', message: `${path} answers ${allow}.` } },
    });
    expect(runs).toBe(0);
    expect(lines.filter(({ message }) => message === 'security')).toEqual([]);
  });

  test.each([
    ['/a/{uuid}', `/a/${RECORD}`],
    [LINES, `/a/${RECORD}/lines/${RECORD}`],
    // A name may be any word.
    ['/a/{name}', '/a/all'],
    ['/a/all', '/a/all'],
  ])('%s does its work for %s', async (template, path) => {
    expect(await ask(template, path)).toMatchObject({ status: 204 });
    expect(runs).toBe(1);
  });

  test.each([
    ['/a/{uuid}', '/a/other'],
    ['/a/{uuid}', '/a/ALL'],
    ['/b/{uuid}', '/b/all'],
    [LINES, `/a/${RECORD}/lines/second`],
  ])('%s has no record %s: 404', async (template, path) => {
    expect(await ask(template, path)).toMatchObject({ status: 404, allow: undefined });
  });
});

test('an endpoint that knows no other routes answers 404 to every word', async () => {
  expect(await ask('/a/{uuid}', '/a/all')).toMatchObject({ status: 404 });
});

test('a request around the edge of a closed stage is refused as such', async () => {
  vi.stubEnv('OTHER_ROUTES', 'POST /a/all');
  vi.stubEnv('EDGE_PROOFS', '0'.repeat(64));
  vi.stubEnv('EDGE_ONLY', 'on');
  expect(await ask('/a/{uuid}', '/a/all')).toMatchObject({ status: 403, allow: undefined });
});
