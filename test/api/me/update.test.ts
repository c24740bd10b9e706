import { beforeAll, describe, expect, test } from 'vitest';
import { type Registered, registerOnly, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { meCalls } from './calls.ts';

const service = useService();
const { get, patch, keyOf } = meCalls(service);

type Json = Record<string, unknown>;

/** A person for tests that do not change it. */
let somebody: Registered;
beforeAll(async () => {
  somebody = await registerOnly(service());
});

describe('PATCH /api/v1/me', () => {
  test('200: the same object with the changes; absent fields are unchanged, null clears', async () => {
    const { token } = await registerOnly(service(), { firstName: 'Ana', lastName: 'Pop' });
    const changes = {
      lastName: null,
      phone: '+40 (21) 310-10.10',
      locale: 'en',
      timezone: 'America/New_York',
      respectQuietHours: false,
      preferences: { theme: 'dark', columns: [1, 2.5], deep: { a: null } },
    };
    const answer = await patch(token, changes);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...changes, firstName: 'Ana', fullName: 'Ana' });
    expect((await get(token)).body).toEqual(answer.body);
    expect((await patch(token, { phone: '' })).body).toMatchObject({ phone: null, locale: 'en' });
  });

  test('preferences are replaced as a whole, and may be any JSON: numbers, depth and names that a table could not store', async () => {
    const { token } = await registerOnly(service());
    await patch(token, { preferences: { first: 1 } });
    const deep = Array.from({ length: 60 }).reduce<unknown>(inner => ({ inner }), 1);
    const text = `{"preferences":{"third":0.30000000000000004,"large":1e300,"long":12345678901234567,"":{},"deep":${JSON.stringify(deep)}}}`;
    const answer = await service().api('PATCH', '/api/v1/me', {
      token,
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    expect((await get(token)).body).toMatchObject(JSON.parse(text) as Json);
    expect((answer.body as { preferences: Json }).preferences).not.toHaveProperty('first');
  });

  test.each([
    [{ email: 'other@test.example' }, 'body'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ preferences: { big: 'x'.repeat(17_000) } }, 'preferences'],
  ])('422 with details: %o', async (body, field) => {
    expect(await patch(somebody.token, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_error', details: { [field]: [expect.any(String)] } } },
    });
  });

  test('the email cannot be changed: the field is ignored', async () => {
    const { token, email } = await registerOnly(service());
    expect((await patch(token, { email: 'other@test.example', firstName: 'Ana' })).body).toMatchObject({
      email,
      firstName: 'Ana',
    });
  });

  test('403: an API key cannot change the account, whatever its scopes', async () => {
    const key = await keyOf(await registerReady(service()), ['invoice.view']);
    const refused = await patch(key, { firstName: 'Key' });
    expect(refused).toMatchObject({ status: 403, body: { error: { details: { reason: 'session_required' } } } });
  });
});
