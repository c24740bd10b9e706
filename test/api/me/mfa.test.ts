import { beforeAll, describe, expect, test } from 'vitest';
import { registerReady, PASSWORD, everythingAtRest } from '../../support/accounts.ts';
import { codeOf, type Guarded, registerGuarded, setUp, challengeOf, wrongCode } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';
import { OFF, meCalls } from './mfa-calls.ts';

const service = useService();
const { post, status } = meCalls(service);
/** A person for tests that do not change it. */
let somebody: Guarded;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  somebody = await registerGuarded(service());
});
const verify = (body: unknown) => service().api('POST', '/api/auth/mfa/verify', { body });

describe('POST /api/v1/me/mfa/totp/setup', () => {
  test('200: a base32 secret, its Key URI, and its QR code of 300 × 300; enables nothing', async () => {
    const { email, token } = await registerReady(service());
    const answer = await post('totp/setup', token);
    expect(answer.status).toBe(200);
    const { secret, qrCode, otpauthUri } = answer.body as Record<string, string>;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(otpauthUri ?? '');
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe(`/Invoicing:${email}`);
    // Algorithm, digits and period have the defaults of the Key URI format where they are absent.
    const { algorithm = 'SHA1', digits = '6', period = '30', ...rest } = Object.fromEntries(uri.searchParams);
    expect({ algorithm: algorithm.toUpperCase(), digits, period }).toEqual({ algorithm: 'SHA1', digits: '6', period: '30' });
    expect(rest).toEqual({ secret, issuer: 'Invoicing' });
    const [, base64 = ''] = (qrCode ?? '').split('data:image/png;base64,');
    const png = Buffer.from(base64, 'base64');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([300, 300]);
    expect(await status(token)).toEqual(OFF);
    expect((await service().api('GET', '/api/v1/me', { token })).body).toMatchObject({ mfaEnabled: false });
  });

  test('repeated before it is enabled: the earlier secret is invalid', async () => {
    const { token } = await registerReady(service());
    const [first, second] = [await setUp(service(), token), await setUp(service(), token)];
    expect(first).not.toBe(second);
    expect((await post('totp/enable', token, { code: codeOf(first) })).status).toBe(422);
    expect((await post('totp/enable', token, { code: codeOf(second) })).status).toBe(200);
  });

  test('409 once enabled', async () => {
    expect(await post('totp/setup', somebody.token)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });
});

describe('POST /api/v1/me/mfa/totp/enable', () => {
  test('200 with 10 backup codes of the form xxxx-xxxx; logins require a code from now on', async () => {
    const { email, token } = await registerReady(service());
    const secret = await setUp(service(), token);
    const answer = await post('totp/enable', token, { code: codeOf(secret) });
    expect(answer).toMatchObject({ status: 200, body: { enabled: true } });
    const { backupCodes } = answer.body as { backupCodes: string[] };
    expect(new Set(backupCodes).size).toBe(10);
    const form = /^[abcdefghjkmnpqrstuvwxyz23456789]{4}-[abcdefghjkmnpqrstuvwxyz23456789]{4}$/;
    expect(backupCodes.filter(code => !form.test(code))).toEqual([]);
    expect(await status(token)).toEqual({ totpEnabled: true, backupCodesRemaining: 10, passkeysCount: 0 });
    expect(await challengeOf(service(), email)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('400 without a code', async () => {
    const answer = await post('totp/enable', somebody.token, {});
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('409 once enabled', async () => {
    const { token, secret } = somebody;
    expect(await post('totp/enable', token, { code: codeOf(secret, 1) })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
  });

  test('422 for a wrong code, and without a previous setup', async () => {
    const { token } = await registerReady(service());
    const refused = { status: 422, body: { error: { code: 'validation_error', details: { code: [expect.any(String)] } } } };
    expect(await post('totp/enable', token, { code: '123456' })).toMatchObject(refused);
    const secret = await setUp(service(), token);
    expect(await post('totp/enable', token, { code: wrongCode(secret) })).toMatchObject(refused);
    expect(await post('totp/enable', token, { code: 'abc' })).toMatchObject(refused);
    expect(await status(token)).toEqual(OFF);
  });
});

describe('POST /api/v1/me/mfa/totp/disable', () => {
  test('200: secret and codes are deleted, logins return tokens again', async () => {
    const { email, token } = await registerGuarded(service());
    expect(await post('totp/disable', token, { password: PASSWORD })).toMatchObject({ status: 200, body: { disabled: true } });
    expect(await status(token)).toEqual(OFF);
    const answer = await service().api('POST', '/api/auth', { body: { email, password: PASSWORD } });
    expect(answer.body).toHaveProperty('refresh_token');
  });

  test('200 also when nothing is enabled', async () => {
    const { token } = await registerReady(service());
    expect(await post('totp/disable', token, { password: PASSWORD })).toMatchObject({ status: 200, body: { disabled: true } });
  });

  test('422 for a missing or wrong password', async () => {
    const { token } = somebody;
    for (const body of [undefined, {}, { password: 'wrong' }, { password: '' }, { password: 5 }, { code: '123456' }])
      expect(await post('totp/disable', token, body)).toMatchObject({
        status: 422,
        body: { error: { code: 'validation_error' } },
      });
    expect(await status(token)).toMatchObject({ totpEnabled: true });
  });
});

describe('POST /api/v1/me/mfa/backup-codes/regenerate', () => {
  test('200 with 10 new codes; all earlier ones are invalid', async () => {
    const { email, token, backupCodes: earlier } = await registerGuarded(service());
    const answer = await post('backup-codes/regenerate', token, { password: PASSWORD });
    expect(answer.status).toBe(200);
    const { backupCodes } = answer.body as { backupCodes: string[] };
    expect(new Set([...earlier, ...backupCodes]).size).toBe(20);
    const mfaToken = await challengeOf(service(), email);
    expect((await verify({ mfaToken, code: earlier[0], type: 'backup' })).status).toBe(401);
    expect((await verify({ mfaToken, code: backupCodes[0], type: 'backup' })).status).toBe(200);
  });

  test('400 while no second factor is enabled', async () => {
    const { token } = await registerReady(service());
    await setUp(service(), token);
    expect(await post('backup-codes/regenerate', token, { password: PASSWORD })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    });
  });

  test('422 for a missing or wrong password', async () => {
    const { token } = somebody;
    for (const body of [{}, { password: 'wrong' }]) expect((await post('backup-codes/regenerate', token, body)).status).toBe(422);
  });
});

describe('stored data', () => {
  test('contain neither the secret nor a backup code in plain text', async () => {
    const { secret, backupCodes } = somebody;
    const stored = await everythingAtRest();
    expect(stored).not.toContain(secret);
    for (const code of backupCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replace('-', ''));
    }
  });

  test('a setup and an enabling that are repeated with an Idempotency-Key return the first response', async () => {
    const { token } = await registerReady(service());
    const call = (path: string, body: unknown) =>
      service().api('POST', `/api/v1/me/mfa/totp/${path}`, { token, body, headers: { 'idempotency-key': `the ${path}` } });
    const { secret } = (await call('setup', {})).body as { secret: string };
    expect((await call('setup', {})).body).toMatchObject({ secret });
    const enabled = await call('enable', { code: codeOf(secret) });
    expect((await call('enable', { code: codeOf(secret) })).body).toEqual(enabled.body);
  });
});
