import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, registerReady, registerOnly, resetToken } from '../../support/accounts.ts';
import { newPasskey } from '../../support/authenticator.ts';
import { codeOf, setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { PROOF_REQUIRED, proofCalls } from './fresh-proof-calls.ts';

/**
 * Adding, widening or removing a way into the account requires a login of the last 10 minutes, or the password; the person gets a notice
 * by mail.
 */
const service = useOwnService({ machines: [] });
const { post, send, newKey, CALLS } = proofCalls(service);
beforeAll(() => void service().runtime.clock.freeze(true));

const WRONG_PASSWORD = { status: 422, body: { error: { details: { password: [expect.any(String)] } } } };

describe.each(Object.entries(CALLS))('%s', (_, callOf) => {
  test('403 from then on, also after a refresh; the password is a proof, a wrong one is 422', async () => {
    const { token, refreshToken } = await registerReady(service());
    const secret = await setUp(service(), token);
    await service().advance('PT10M1S');
    const refreshed = (await post('/auth/token/refresh', undefined, { refresh_token: refreshToken })).body as { token: string };
    const { method = 'POST', path, body, done } = await callOf(token, secret);
    for (const held of [token, refreshed.token]) expect(await send(method, path, held, body)).toMatchObject(PROOF_REQUIRED);
    expect(await send(method, path, token, { ...body, password: 'wrong' })).toMatchObject(WRONG_PASSWORD);
    expect((await send(method, path, token, { ...body, password: PASSWORD })).status).toBe(done);
  });
});

describe('the notice', () => {
  /** Subjects of the mails that came after the registration. */
  const subjects = async (email: string): Promise<string[]> => {
    await service().idle();
    return (await service().mailbox(email)).map(mail => mail.subject ?? '');
  };

  const NOTICES = {
    ro: {
      passkeys: ['A fost adăugată o cheie de acces', 'A fost ștearsă o cheie de acces'],
      keys: ['A fost creată o cheie API', 'O cheie API are mai multe drepturi', 'O cheie API a fost înlocuită'],
      factor: ['Autentificarea în doi pași a fost activată'],
    },
    en: {
      passkeys: ['A passkey was added', 'A passkey was removed'],
      keys: ['An API key was created', 'An API key may do more', 'An API key was replaced'],
      factor: ['Two-factor authentication was enabled'],
    },
  } as const;

  test.each(['ro', 'en'] as const)('is mailed once for each, in the language of the person (%s)', async locale => {
    const { email, token } = await registerReady(service(), { locale });
    const before = await subjects(email);
    const { id } = await newPasskey(service(), token);
    expect((await send('DELETE', `/v1/me/passkeys/${id}`, token, {})).status).toBe(204);
    const secret = await setUp(service(), token);
    expect((await post('/v1/me/mfa/totp/enable', token, { code: codeOf(secret) })).status).toBe(200);
    expect((await post('/v1/me/mfa/totp/enable', token, { code: codeOf(secret) })).status).toBe(409);
    const key = await newKey(token);
    expect((await send('PATCH', `/v1/api-tokens/${key}`, token, { scopes: ['invoice.view', 'client.view'] })).status).toBe(200);
    // Fewer scopes, and another name, cause no notice.
    expect((await send('PATCH', `/v1/api-tokens/${key}`, token, { name: 'Alta', scopes: ['client.view'] })).status).toBe(200);
    expect((await post(`/v1/api-tokens/${key}/rotate`, token, {})).status).toBe(201);
    const { passkeys, keys, factor } = NOTICES[locale];
    const came = await subjects(email);
    expect(came.slice(0, came.length - before.length).toSorted()).toEqual([...passkeys, ...keys, ...factor].toSorted());
  });

  test('is not mailed to an unconfirmed address', async () => {
    const { email, token } = await registerOnly(service());
    const before = await subjects(email);
    await newPasskey(service(), token);
    expect(await subjects(email)).toEqual(before);
  });
});

test('fewer scopes and another name need no proof', async () => {
  const { token } = await registerReady(service());
  const key = await newKey(token);
  await service().advance('PT10M1S');
  expect((await send('PATCH', `/v1/api-tokens/${key}`, token, { name: 'Alta', scopes: ['invoice.view'] })).status).toBe(200);
});

test('the mail after a reset lists the keys that remain valid, and all of them can be revoked at once', async () => {
  const { email, token } = await registerReady(service(), { locale: 'en' });
  const other = await registerReady(service());
  const theirs = await newKey(other.token);
  const revoked = await newKey(token);
  expect((await send('DELETE', `/v1/api-tokens/${revoked}`, token, {})).status).toBe(204);
  const kept = (await post('/v1/api-tokens', token, { name: 'Export', scopes: ['invoice.view'] })).body as Record<string, string>;
  const password = 'Another-Correct-Horse-9';
  const mailed = await resetToken(service(), email);
  expect((await post('/auth/reset-password', undefined, { token: mailed, password })).status).toBe(200);
  await service().idle();
  const notice = (await service().mailbox(email)).find(({ subject }) => subject === 'Your password was changed');
  expect(notice?.text).toContain(`These API keys are still valid: Export (${kept['tokenPrefix']}…).`);
  expect(notice?.text).not.toContain(String(kept['token']));

  const again = (await post('/auth', undefined, { email, password })).body as { token: string };
  expect((await send('DELETE', '/v1/api-tokens', String(kept['token']), undefined)).status).toBe(403);
  expect((await send('DELETE', '/v1/api-tokens', again.token, undefined)).status).toBe(204);
  expect((await send('GET', '/v1/me', String(kept['token']), undefined)).status).toBe(401);
  expect((await send('DELETE', '/v1/api-tokens', again.token, undefined)).status).toBe(204);
  const listed = (await send('GET', '/v1/api-tokens', other.token, undefined)).body as { id: string; revokedAt: string | null }[];
  expect(listed).toMatchObject([{ id: theirs, revokedAt: null }]);
});
