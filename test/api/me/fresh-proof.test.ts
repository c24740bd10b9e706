import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD, registerConfirmed, registerOnly } from '../../support/accounts.ts';
import { assert, attest, creationOptions, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { codeOf, setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';

/** What adds a way into the account needs a login of the last 10 minutes, or the password; the person is mailed a notice. */
const service = useOwnService({ machines: [] });
beforeAll(() => void service().runtime.clock.freeze(true));

const post = (path: string, token: string | undefined, body: unknown) => service().api('POST', `/api${path}`, { token, body });
const PROOF_REQUIRED = { status: 403, body: { error: { code: 'forbidden', details: { reason: 'proof_required' } } } };
const WRONG_PASSWORD = { status: 422, body: { error: { details: { password: [expect.any(String)] } } } };

/** Each call with what it is answered when it is let through. */
const CALLS = {
  'POST /me/mfa/totp/setup': async () => ({ path: '/v1/me/mfa/totp/setup', body: {}, done: 200 }),
  'POST /me/mfa/totp/enable': async (_token: string, secret: string) => {
    await Promise.resolve();
    return { path: '/v1/me/mfa/totp/enable', body: { code: codeOf(secret) }, done: 200 };
  },
  'POST /passkey/register': async (token: string) => {
    const { response } = attest(await creationOptions(service(), token));
    return { path: '/v1/passkey/register', body: { name: 'Cheie', response }, done: 201 };
  },
};

describe.each(Object.entries(CALLS))('%s', (_, callOf) => {
  test('needs no proof in the first 10 minutes of a login', async () => {
    const { token } = await registerConfirmed(service());
    const secret = await setUp(service(), token);
    await service().advance('PT10M');
    const { path, body, done } = await callOf(token, secret);
    expect((await post(path, token, body)).status).toBe(done);
  });

  test('403 from then on, also after a refresh; the password is a proof, a wrong one is 422', async () => {
    const { token, refreshToken } = await registerConfirmed(service());
    const secret = await setUp(service(), token);
    await service().advance('PT10M1S');
    const refreshed = (await post('/auth/token/refresh', undefined, { refresh_token: refreshToken })).body as { token: string };
    const { path, body, done } = await callOf(token, secret);
    for (const held of [token, refreshed.token]) expect(await post(path, held, body)).toMatchObject(PROOF_REQUIRED);
    expect(await post(path, token, { ...body, password: 'wrong' })).toMatchObject(WRONG_PASSWORD);
    expect((await post(path, token, { ...body, password: PASSWORD })).status).toBe(done);
  });

  test('a new login is a proof, also by passkey; who has no password is asked for one', async () => {
    const { userId, token } = await registerConfirmed(service());
    const secret = await setUp(service(), token);
    const { key } = await newPasskey(service(), token);
    await changeAccount(userId, { passwordHash: null });
    await service().advance('PT11M');
    const stale = await callOf(token, secret);
    const refused = await post(stale.path, token, { ...stale.body, password: PASSWORD });
    expect(refused).toMatchObject(PROOF_REQUIRED);
    expect((refused.body as { error: { message: string } }).error.message).not.toContain('password');
    const response = assert(await requestOptions(service()), key);
    const { token: fresh } = (await post('/auth/passkey/login', undefined, { response })).body as { token: string };
    const { path, body, done } = await callOf(fresh, secret);
    expect((await post(path, fresh, body)).status).toBe(done);
  });
});

describe('the notice', () => {
  /** Subjects of the mails that came after the registration. */
  const subjects = async (email: string): Promise<string[]> => {
    await service().idle();
    return (await service().mailbox(email)).map(mail => mail.subject ?? '');
  };

  test.each([
    ['ro', 'A fost adăugată o cheie de acces', 'Autentificarea în doi pași a fost activată'],
    ['en', 'A passkey was added', 'Two-factor authentication was enabled'],
  ])('is mailed once for each, in the language of the person (%s)', async (locale, passkeyAdded, enabled) => {
    const { email, token } = await registerConfirmed(service(), { locale });
    const { key } = await newPasskey(service(), token);
    expect(key.id).toBeTruthy();
    const secret = await setUp(service(), token);
    expect((await post('/v1/me/mfa/totp/enable', token, { code: codeOf(secret) })).status).toBe(200);
    expect((await post('/v1/me/mfa/totp/enable', token, { code: codeOf(secret) })).status).toBe(409);
    const came = await subjects(email);
    expect(came.filter(subject => subject === passkeyAdded || subject === enabled).toSorted()).toEqual(
      [passkeyAdded, enabled].toSorted(),
    );
  });

  test('is not mailed to an address that nobody has confirmed', async () => {
    const { email, token } = await registerOnly(service());
    const before = await subjects(email);
    await newPasskey(service(), token);
    expect(await subjects(email)).toEqual(before);
  });
});
