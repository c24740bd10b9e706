import { describe, expect, it } from 'vitest';
import { controlRoutes, type ControlServices } from '../../../infra/local/control/control-routes.ts';
import { useOwnService } from '../../support/service.ts';
import { LONG } from '../../support/effort.ts';
import { catalogueOf } from './fixture.ts';

/** Local control endpoints return 400 for bad input with an explanation, never 500 (LOC-12). */

const service = useOwnService({ catalogue: catalogueOf({}), machines: [] });
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await service().api(method, path, { body });
  const told = answer.body as { error?: { code: string; message: string } } | undefined;
  return { status: answer.status, message: told?.error?.message ?? '' };
};

const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';

describe('POST /_local/taxauth/inbox rejects unreadable input: 400', () => {
  it.each([
    ['no XML', 'hello', /not a UBL Invoice or CreditNote/],
    ['XML that does not end', '<Invoice', /not a UBL Invoice or CreditNote/],
    ['another document', '<Order xmlns="urn:x"/>', /not a UBL Invoice or CreditNote.*Order/],
    ['a document type', `<!DOCTYPE a><Invoice xmlns="${INVOICE}"/>`, /DOCTYPE/],
    ['a control character', `<Invoice xmlns="${INVOICE}">\u0001</Invoice>`, /not a UBL Invoice or CreditNote/],
    ['half a character', `<Invoice xmlns="${INVOICE}">\ud800`, /not a UBL Invoice or CreditNote/],
    ['nothing', '', /xml/],
  ])('%s', async (_, xml, message) => {
    const answer = await call('POST', '/_local/taxauth/inbox', { cif: '40123460', xml });
    expect(answer).toEqual({ status: 400, message: expect.stringMatching(message) });
  });

  it('but not with `raw`, which delivers any input', async () => {
    for (const xml of ['hello', '<Invoice', ''])
      expect(await call('POST', '/_local/taxauth/inbox', { cif: '40123460', xml, raw: true })).toMatchObject({ status: 201 });
  });

  it('a tax number without digits', async () => {
    const xml = `<Invoice xmlns="${INVOICE}"/>`;
    expect(await call('POST', '/_local/taxauth/inbox', { cif: 'abc', xml })).toEqual({
      status: 400,
      message: expect.stringContaining('cif'),
    });
  });
});

describe('says what to change, as the API does', () => {
  it.each([
    ['POST', '/_local/clock', {}, 'The body must have exactly one of advance, set, freeze and reset.'],
    ['POST', '/_local/clock', { advance: 1 }, 'advance: must be text.'],
    ['POST', '/_local/clock', { advance: 'tomorrow' }, /"tomorrow" is not an ISO 8601 duration/],
    ['POST', '/_local/clock', { set: 'now' }, /"now" is not an RFC 3339 timestamp/],
    ['POST', '/_local/clock', { advance: 'PT1H', freeze: true }, /exactly one of/],
    ['POST', '/_local/faults', { service: 'dynamodb', kind: 'gremlin' }, /kind/],
    ['POST', '/_local/taxauth/tokens', {}, 'cif: is required.'],
    ['PUT', '/_local/taxauth', { mode: 'odd' }, /^mode: must be one of ok, /],
    ['POST', '/_local/ses-events', { messageId: 1 }, /^messageId: must be text; type: must be one of delivery, /],
    ['POST', '/_local/clock', '{"advance": PT1H}', 'The body is not valid JSON at line 1, column 13.'],
    ['GET', '/_local/idle?timeoutMs=soon', undefined, 'timeoutMs must be a number.'],
  ])('%s %s %j', async (method, path, body, message) => {
    const answer = await call(method, path, body);
    expect(answer).toEqual({ status: 400, message: typeof message === 'string' ? message : expect.stringMatching(message) });
  });
});

/** Bodies that no endpoint accepts, for all of them. */
const BODIES = ['{', 'null', '[]', '7', '"a"', '{"unknown":1}', '{"__proto__":{"a":1}}', '\ufeff{}', '[[[['.repeat(20_000)];

/** Values of a wrong kind or out of range for every field of some endpoint: in `npm test` one in four, others for the next field. */
const VALUES = [null, '', -1, 1.5, 1e308, 'x'.repeat(100_000), '\ud800', '\u0000', [], {}, true];
const FIELDS: Record<string, [path: string, fields: Record<string, unknown>]> = {
  'PUT taxauth': [
    '/_local/taxauth',
    { mode: 'ok', processing: 1, errors: ['a'], uit: 'a', delayMs: 1, retryAfter: 1, times: 1, seal: {} },
  ],
  'POST tokens': ['/_local/taxauth/tokens', { cif: '40123460', expiresInDays: 1 }],
  'POST inbox': ['/_local/taxauth/inbox', { cif: '40123460', xml: '<a/>' }],
  'POST clock': ['/_local/clock', { advance: 'PT0S', set: '2026-11-20T08:00:00Z', freeze: false }],
  'POST ses-events': [
    '/_local/ses-events',
    { messageId: 'a', type: 'open', at: '2026-11-20T08:00:00Z', bounceType: 'Permanent', reason: 'a', link: 'https://x.ro' },
  ],
  'POST faults': ['/_local/faults', { service: 's3', kind: 'fail', operation: 'None', rate: 0, times: 1, seed: 1, delayMs: 1 }],
  'PUT plans': ['/_local/plans/00000000-0000-4000-8000-000000000000', { plan: 'starter' }],
  'POST idp': [
    '/_local/idp/tokens',
    { sub: 'a', email: 'a@test.example', expired: true, audience: 'a', issuer: 'a', nonce: 'a', name: 'a' },
  ],
};

describe('no bad input returns 500', () => {
  const routes = controlRoutes({} as ControlServices).filter(({ path }) => path.startsWith('/_local'));

  it.each(routes.filter(({ method }) => method === 'POST' || method === 'PUT').map(({ method, path }) => [method, path]))(
    '%s %s: bodies',
    async (method, path) => {
      for (const body of BODIES) {
        const answer = await call(method, path.replaceAll(/\{\w+\}/g, 'none'), body);
        expect(answer.status, body.slice(0, 40)).toBeLessThan(500);
      }
    },
  );

  it.each(Object.entries(FIELDS))('%s: fields', async (name, [path, fields]) => {
    const alone = name === 'POST clock';
    for (const [place, field] of Object.keys(fields).entries()) {
      for (const value of VALUES.filter((_, index) => LONG || (index + place) % 4 === 0)) {
        const answer = await call(name.split(' ')[0] ?? '', path, { ...(alone ? {} : fields), [field]: value });
        expect(answer.status, `${field}: ${JSON.stringify(value).slice(0, 40)}`).toBeLessThan(500);
        if (answer.status === 400) expect(answer.message).not.toBe('');
      }
    }
    await call('POST', '/_local/clock', { reset: true });
  });

  it.each([
    ['GET', '/_local/idle?timeoutMs=soon'],
    ['GET', '/_local/idle?timeoutMs=-1'],
    ['GET', '/_local/requests?last=all'],
    ['GET', '/_local/requests?last=1e9'],
    ['GET', '/_local/mailbox?to=%00'],
    ['GET', '/_local/mailbox?to=%ED%A0%80'],
    ['GET', '/_local/mailbox/none/attachments/x'],
    ['GET', '/_local/mailbox/%ED%A0%80/attachments/0'],
    ['POST', '/_local/schedules/%ZZ/run'],
    ['POST', '/_local/schedules/__proto__/run'],
    ['POST', '/_local/schedules/constructor/run'],
    ['PUT', '/_local/plans/%00'],
    ['DELETE', '/_local/nothing'],
  ])('%s %s', async (method, path) => {
    const answer = await call(method, path, method === 'PUT' ? { plan: 'constructor' } : undefined);
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(500);
  });

  it('a plan named like a member of every object is unknown: 400', async () => {
    expect((await call('PUT', '/_local/plans/none', { plan: 'constructor' })).status).toBe(400);
  });
});
