import { beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../../support/matrix/endpoints.ts';
import { newOrganization, type Organization } from '../../support/matrix/people.ts';
import { BODIES } from '../../support/matrix/request-values.ts';
import { filled } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import { commonViolations, type RawAnswer, type Sending, senderTo } from '../../support/matrix/send.ts';
import { parametersOf } from '../../support/matrix/targets.ts';
import { useService } from '../../support/service.ts';

/**
 * Over-long and odd values where a value may become part of a key: they get the response for unknown ones, never 500. DynamoDB takes keys of
 * at most 2,048 and 1,024 bytes. Generated from the catalogue.
 */

const service = useService();
let organization: Organization;

beforeAll(async () => {
  organization = await newOrganization(service(), 'Hostile');
});

const LONG = 3_000;
const VALUES: Record<string, string> = {
  '3,000 characters': 'x'.repeat(LONG),
  '3,000 hex digits': 'a'.repeat(LONG),
  '3,000 digits': '1'.repeat(LONG),
  'a token with a line break': `${'a'.repeat(64)}\n`,
  'a key with separators': `${'a'.repeat(30)}#INVOICE#\u0000`,
  '600 symbols of four bytes': '😀'.repeat(600),
  'a UUID and more': `018f0000-0000-7000-8000-000000000001${'0'.repeat(LONG)}`,
};

const send = async (request: Sending): Promise<RawAnswer> => {
  const answer = await senderTo(service().url)(request);
  expect(commonViolations(request, answer), `${request.method} ${request.path.slice(0, 200)}: ${answer.text}`).toEqual([]);
  return answer;
};

const asOwner = (): Record<string, string> => ({
  authorization: `Bearer ${organization.owner.token}`,
  'x-company': organization.company,
});

/** The image of a tracked mail is the same for every token, so that it does not reveal whether a token exists. */
const SAME_FOR_EVERY_TOKEN = 'GET /api/v1/t/{token}/open.gif';

describe('path parameters', () => {
  const withParameters = CASES.filter(({ definition }) => parametersOf(definition.path).length > 0);

  test.each(selected(withParameters))('$title', async ({ definition }) => {
    const { method, path, auth } = definition;
    const headers = auth === 'public' ? {} : asOwner();
    const body = method === 'GET' || method === 'DELETE' ? undefined : (BODIES[`${method} ${path}`] ?? {});
    for (const name of parametersOf(path))
      for (const [kind, value] of Object.entries(VALUES)) {
        const params = Object.fromEntries(parametersOf(path).map(one => [one, one === name ? value : 'a'.repeat(64)]));
        const { status } = await send({ method, path: filled(path, params), headers, body });
        if (`${method} ${path}` === SAME_FOR_EVERY_TOKEN) expect([200, 400, 404], `${name}: ${kind}`).toContain(status);
        else expect(status, `${name}: ${kind}`).toBeGreaterThanOrEqual(400);
        expect([429, 500, 502], `${name}: ${kind}`).not.toContain(status);
      }
  });
});

/** A body for every public endpoint that takes one; each of its texts is replaced in turn. */
const ATTESTED = { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30', userHandle: 'e30' };
const PUBLIC_BODIES: Record<string, Record<string, unknown>> = {
  'POST /api/auth': { email: 'ana@test.example', password: 'wrong' },
  'POST /api/auth/register': {
    ...{ email: 'x@test.example', password: 'short', firstName: 'Ana', lastName: 'Pop', locale: 'ro' },
    ...{ organizationName: 'Firma', captchaToken: 'x' },
  },
  'POST /api/auth/confirm-email': { token: 'x' },
  'POST /api/auth/resend-confirmation': { email: 'ana@test.example' },
  'POST /api/auth/forgot-password': { email: 'ana@test.example', captchaToken: 'x' },
  'POST /api/auth/reset-password': { token: 'x', password: 'Correct-Horse-9-Battery' },
  'POST /api/auth/token/refresh': { refresh_token: 'x' },
  'POST /api/auth/logout': { refresh_token: 'x' },
  'POST /api/auth/mfa/verify': { mfaToken: 'x', code: '123456', type: 'totp' },
  'POST /api/auth/idp': { idToken: 'x', nonce: 'x' },
  'POST /api/auth/passkey/login/options': { email: 'ana@test.example' },
  'POST /api/auth/passkey/login': { response: { id: 'x', rawId: 'x', type: 'public-key', response: ATTESTED } },
  'POST /api/v1/contact': { name: 'Ana', email: 'ana@test.example', subject: 'x', message: 'x', captchaToken: 'x' },
  'POST /api/v1/licensing/validate': { licenseKey: 'a'.repeat(64), instanceName: 'x', instanceUrl: 'https://x.example' },
};

/** The body with each of its texts replaced in turn, and the place. */
function replaced(body: Record<string, unknown>, value: string): [string, Record<string, unknown>][] {
  return Object.entries(body).flatMap(([name, member]): [string, Record<string, unknown>][] =>
    typeof member === 'string'
      ? [[name, { ...body, [name]: value }]]
      : replaced(member as Record<string, unknown>, value).map(([place, inner]) => [
          `${name}.${place}`,
          { ...body, [name]: inner },
        ]),
  );
}

describe('texts in bodies of public endpoints', () => {
  const withBody = CASES.filter(({ definition }) => definition.auth === 'public' && definition.body);

  test('every public endpoint that takes a body is tested', () => {
    expect(withBody.map(({ title }) => title).toSorted()).toEqual(Object.keys(PUBLIC_BODIES).toSorted());
  });

  test.each(selected(withBody))('$title', async ({ title, definition: { method, path } }) => {
    for (const [kind, value] of Object.entries({ ...VALUES, base64url: 'A'.repeat(LONG) }))
      for (const [place, body] of replaced(PUBLIC_BODIES[title] ?? {}, value)) {
        const { status } = await send({ method, path, body });
        expect([500, 502], `${place}: ${kind}`).not.toContain(status);
      }
  });

  // The id must be the raw id, so replacing only one of them is rejected by the schema.
  test('POST /api/auth/passkey/login: an over-long credential id', async () => {
    const id = 'A'.repeat(LONG);
    const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: 'x'.repeat(LONG), origin: 'x' }));
    const response = { ...ATTESTED, clientDataJSON: clientDataJSON.toString('base64url'), authenticatorData: 'A'.repeat(100) };
    const body = { response: { id, rawId: id, type: 'public-key', response } };
    expect((await send({ method: 'POST', path: '/api/auth/passkey/login', body })).status).toBe(401);
  });
});

describe('queries and headers', () => {
  const ODD = Object.entries(VALUES);

  test.each(ODD)('the state and the code of a consent: %s', async (_, value) => {
    const query = `state=${encodeURIComponent(value)}&code=${encodeURIComponent(value)}`;
    // Control characters are rejected in any text.
    expect((await send({ method: 'GET', path: `/api/connect/taxauth/callback?${query}` })).status).toBeOneOf([302, 422]);
  });

  test('credentials: claims, key ids and keys of any length return 401', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const long = 'a'.repeat(LONG);
    const claims = { sub: organization.owner.userId, sid: organization.owner.userId };
    const credentials = [
      ...[{ ...claims, sub: long }, { ...claims, sid: long }, claims].map(
        one => `Bearer ${part({ alg: 'ES256', typ: 'at+jwt', kid: long })}.${part(one)}.${'A'.repeat(86)}`,
      ),
      `af_${long}`,
      `Bearer ${long}`,
    ];
    for (const authorization of credentials)
      expect((await send({ method: 'GET', path: '/api/v1/me', headers: { authorization } })).status).toBe(401);
  });

  test('X-Company, X-Organization and Idempotency-Key of any length cause no 500', async () => {
    for (const name of ['x-company', 'x-organization', 'idempotency-key']) {
      const headers = { ...asOwner(), [name]: 'a'.repeat(LONG) };
      for (const path of ['/api/v1/clients', '/api/v1/api-tokens'])
        expect((await send({ method: 'POST', path, headers, body: {} })).status, name).toBeOneOf([400, 403, 422]);
    }
  });
});
