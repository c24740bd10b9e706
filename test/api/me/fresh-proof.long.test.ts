import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD, registerReady } from '../../support/accounts.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { PROOF_REQUIRED, proofCalls } from './fresh-proof-calls.ts';

/**
 * Adding, widening or removing a way into the account requires a login of the last 10 minutes, or the password; the person gets a notice
 * by mail.
 */
const service = useOwnService({ machines: [] });
const { post, send, CALLS } = proofCalls(service);
beforeAll(() => void service().runtime.clock.freeze(true));

describe.each(Object.entries(CALLS))('%s', (_, callOf) => {
  test('requires no proof in the first 10 minutes of a login', async () => {
    const { token } = await registerReady(service());
    const secret = await setUp(service(), token);
    await service().advance('PT10M');
    const { method = 'POST', path, body, done } = await callOf(token, secret);
    expect((await send(method, path, token, body)).status).toBe(done);
  });

  test('a new login is a proof, also by passkey; an account without a password must log in again', async () => {
    const { userId, token } = await registerReady(service());
    const secret = await setUp(service(), token);
    const { key } = await newPasskey(service(), token);
    await service().advance('PT11M');
    const stale = await callOf(token, secret);
    await changeAccount(userId, { passwordHash: null });
    const refused = await send(stale.method ?? 'POST', stale.path, token, { ...stale.body, password: PASSWORD });
    expect(refused).toMatchObject(PROOF_REQUIRED);
    expect((refused.body as { error: { message: string } }).error.message).not.toContain('password');
    const response = assert(await requestOptions(service()), key);
    const { token: fresh } = (await post('/auth/passkey/login', undefined, { response })).body as { token: string };
    const { method = 'POST', path, body, done } = await callOf(fresh, secret);
    expect((await send(method, path, fresh, body)).status).toBe(done);
  });
});
