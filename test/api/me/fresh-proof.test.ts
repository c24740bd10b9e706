import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, registerConfirmed, registerOnly } from '../../support/accounts.ts';
import { newPasskey } from '../../support/authenticator.ts';
import { codeOf, setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { PROOF_REQUIRED, proofCalls } from './fresh-proof-calls.ts';

/** What adds a way into the account needs a login of the last 10 minutes, or the password; the person is mailed a notice. */
const service = useOwnService({ machines: [] });
const { post, CALLS } = proofCalls(service);
beforeAll(() => void service().runtime.clock.freeze(true));

const WRONG_PASSWORD = { status: 422, body: { error: { details: { password: [expect.any(String)] } } } };

describe.each(Object.entries(CALLS))('%s', (_, callOf) => {
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
