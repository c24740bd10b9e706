import { beforeAll, describe, expect, test } from 'vitest';
import { registerConfirmed } from '../../support/accounts.ts';
import { codeOf, type Guarded, registerGuarded, setUp } from '../../support/second-factor.ts';
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

describe('POST /api/v1/me/mfa/totp/setup', () => {
  test('200: a base32 secret, its Key URI, and its QR code of 300 × 300; enables nothing', async () => {
    const { email, token } = await registerConfirmed(service());
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
    const { token } = await registerConfirmed(service());
    const [first, second] = [await setUp(service(), token), await setUp(service(), token)];
    expect(first).not.toBe(second);
    expect((await post('totp/enable', token, { code: codeOf(first) })).status).toBe(422);
    expect((await post('totp/enable', token, { code: codeOf(second) })).status).toBe(200);
  });

  test('409 once enabled', async () => {
    expect(await post('totp/setup', somebody.token)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });
});
