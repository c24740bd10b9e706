import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import {
  callerAddress,
  clientAddress,
  directRefusal,
  type Edge,
  PROOF_HEADER,
  VIEWER_HEADER,
} from '#shared/platform/lambda/endpoint/edge.ts';
import { eventOf } from './event.ts';

const [CURRENT, NEXT] = ['secret-of-today', 'secret-of-tomorrow'];
const NONE: Edge = { proofs: [], only: false };
const SHARED: Edge = { proofs: [sha256(CURRENT)], only: false };
const CLOSED: Edge = { ...SHARED, only: true };
const ROTATED: Edge = { proofs: [sha256(NEXT), sha256(CURRENT)], only: true };

/** The address of CloudFront, or of a client that has called the API directly. */
const PEER = '198.51.100.1';
const VIEWER = '203.0.113.9';
const REFUSED = undefined;

describe('the address of a caller', () => {
  test.each<[string, Edge, string | undefined, string | undefined, string | undefined]>([
    ['no edge: headers are ignored', NONE, CURRENT, VIEWER, PEER],
    ['no edge, no headers', NONE, undefined, undefined, PEER],
    ['through the edge, IPv4', CLOSED, CURRENT, VIEWER, VIEWER],
    ['through the edge, IPv6', CLOSED, CURRENT, '2001:db8::9', '2001:db8::9'],
    [
      'through the edge, IPv6 in full',
      CLOSED,
      CURRENT,
      '2001:0db8:0000:0000:0000:0000:0000:0009',
      '2001:0db8:0000:0000:0000:0000:0000:0009',
    ],
    ['through the edge, while direct requests are taken', SHARED, CURRENT, VIEWER, VIEWER],
    ['around the edge, while that is allowed: its own address counts, not the header', SHARED, undefined, VIEWER, PEER],
    ['around the edge with a forged proof, while that is allowed', SHARED, 'guess', VIEWER, PEER],
    ['around the edge', CLOSED, undefined, VIEWER, REFUSED],
    ['an empty proof', CLOSED, '', VIEWER, REFUSED],
    ['a forged proof', CLOSED, 'guess', VIEWER, REFUSED],
    ['the hash, which is no secret', CLOSED, sha256(CURRENT), VIEWER, REFUSED],
    ['the proof twice', CLOSED, `${CURRENT},${CURRENT}`, VIEWER, REFUSED],
    ['the proof behind a guess', CLOSED, `guess,${CURRENT}`, VIEWER, REFUSED],
    ['in a rotation, the new secret', ROTATED, NEXT, VIEWER, VIEWER],
    ['in a rotation, the old secret', ROTATED, CURRENT, VIEWER, VIEWER],
    ['after a rotation, the old secret', { ...ROTATED, proofs: [sha256(NEXT)] }, CURRENT, VIEWER, REFUSED],
    ['proven without an address', CLOSED, CURRENT, undefined, PEER],
    ['proven with two addresses', CLOSED, CURRENT, `${VIEWER},192.0.2.1`, PEER],
    ['proven with a port', CLOSED, CURRENT, `${VIEWER}:443`, PEER],
    ['through the edge, IPv4 as IPv6', CLOSED, CURRENT, `::ffff:${VIEWER}`, `::ffff:${VIEWER}`],
    ['through the edge, a short IPv6', CLOSED, CURRENT, '::1', '::1'],
    ['proven with IPv6 in brackets, and a port', CLOSED, CURRENT, '[2001:db8::9]:443', PEER],
    ['proven with two IPv6 addresses', CLOSED, CURRENT, '2001:db8::9, 2001:db8::1', PEER],
    ['proven with a text for the key of a limit', CLOSED, CURRENT, '1.2.3.4#login', PEER],
    ['proven with no address', CLOSED, CURRENT, 'localhost', PEER],
    ['an invalid hash', { proofs: ['short'], only: true }, CURRENT, VIEWER, REFUSED],
  ])('%s', (_, edge, proof, viewer, expected) => {
    const headers = { [PROOF_HEADER]: proof, [VIEWER_HEADER]: viewer, 'x-forwarded-for': '192.0.2.200' };
    expect(callerAddress(edge, { sourceIp: PEER, headers })).toBe(expected);
  });
});

describe('on a stage without an edge', () => {
  test('the client is the one that the gateway names, whatever the headers say', () => {
    const event = eventOf({ headers: { [PROOF_HEADER]: CURRENT, [VIEWER_HEADER]: VIEWER, 'x-forwarded-for': VIEWER } });
    expect([clientAddress(event), directRefusal(event)]).toEqual(['192.0.2.7', undefined]);
  });
});

describe('an endpoint', () => {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    setLogSink(line => void process.stdout.write(`${line}\n`));
  });

  let runs = 0;
  const definition = {
    method: 'POST',
    path: '/test',
    summary: 'Test',
    auth: 'public',
    uncounted: true,
    responses: { 204: null },
  } as const;
  const login = defineEndpoint({ ...definition, securityEvent: 'login' }, () => void runs++);
  const health = defineEndpoint({ ...definition, alsoDirect: true }, () => void runs++);
  const ask = async (endpoint: typeof login, headers: Record<string, string> = {}) =>
    (await endpoint(eventOf({ headers }), undefined as never)) as APIGatewayProxyStructuredResultV2;

  function closed(): void {
    vi.stubEnv('EDGE_PROOFS', `${sha256(NEXT)},${sha256(CURRENT)}`);
    vi.stubEnv('EDGE_ONLY', 'on');
    runs = 0;
  }

  test('rejects requests around the edge before anything runs, in the format of all errors, and not as an attempt to log in', async () => {
    closed();
    const { statusCode, body, headers } = await ask(login, { [PROOF_HEADER]: 'guess', [VIEWER_HEADER]: VIEWER });
    expect([statusCode, JSON.parse(body ?? ''), runs]).toEqual([
      403,
      { error: { code: 'forbidden', message: expect.any(String) as string, details: { reason: 'direct_request' } } },
      0,
    ]);
    expect(headers).toMatchObject({ 'x-request-id': 'request' });
    expect(lines.filter(({ message }) => message === 'security')).toEqual([
      expect.objectContaining({ event: 'access', outcome: 'refused', status: 403, reason: 'direct_request' }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('guess');
  });

  test('serves requests through the edge', async () => {
    closed();
    expect((await ask(login, { [PROOF_HEADER]: CURRENT })).statusCode).toBe(204);
    expect((await ask(login, { [PROOF_HEADER]: NEXT })).statusCode).toBe(204);
    expect(runs).toBe(2);
  });

  test("that also accepts direct requests serves both; the caller's address is the one that reached it", async () => {
    closed();
    expect((await ask(health)).statusCode).toBe(204);
    expect(clientAddress(eventOf({ headers: { [VIEWER_HEADER]: VIEWER } }))).toBe('192.0.2.7');
  });

  test('of a stage without an edge serves requests whatever these headers say', async () => {
    expect((await ask(login, { [PROOF_HEADER]: 'guess', [VIEWER_HEADER]: VIEWER })).statusCode).toBe(204);
  });
});
