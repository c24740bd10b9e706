import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, test } from 'vitest';
import { now } from '#shared/base/kernel/clock.ts';
import { changeAccount } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './login-calls.ts';

const service = useService();
const { me, signedIn } = authCalls(service);

describe('access tokens', () => {
  test('are ES256 JWTs that the published keys verify, with their claims (ACC-52, ACC-53)', async () => {
    const { userId, email, token } = await signedIn();
    const published = await service().api('GET', '/.well-known/jwks.json');
    expect(published.status).toBe(200);
    expect(published.headers.get('cache-control')).toBe('public, max-age=300');
    const keys = createLocalJWKSet(published.body as JSONWebKeySet);
    const issuer = process.env['TOKEN_ISSUER'] ?? '';
    const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer, audience: issuer, currentDate: now() });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) as string });
    expect(payload).toEqual({
      iss: issuer,
      aud: issuer,
      sub: userId,
      email,
      sid: expect.any(String) as string,
      jti: expect.any(String) as string,
      iat: expect.any(Number) as number,
      exp: (payload.iat ?? 0) + 3600,
    });
    expect(JSON.stringify(published.body)).not.toContain('"d"');
  });

  test('401 without, with a malformed, a changed and an unsigned token', async () => {
    const { token } = await signedIn();
    const [head = '', claims = '', signature = ''] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${claims}.`;
    const changed = Buffer.from(signature, 'base64url');
    changed[3] = (changed[3] ?? 0) ^ 1;
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x.y.z',
      `Bearer ${unsigned}`,
      `Bearer ${head}.${claims}.${changed.toString('base64url')}`,
      token,
    ]) {
      const answer = await service().api('GET', '/api/v1/me', { headers: { authorization } });
      expect(answer, authorization).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    }
  });

  test('403 account_inactive once the account is deactivated', async () => {
    const { userId, token } = await signedIn();
    await changeAccount(userId, { active: false });
    expect(await me(token)).toMatchObject({ status: 403, body: { error: { details: { reason: 'account_inactive' } } } });
  });
});
