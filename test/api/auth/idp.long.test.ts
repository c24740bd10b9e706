import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { userIdOf } from '../../support/accounts.ts';
import { codeOf, registerGuarded } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { idpCalls, someone, UNAUTHORIZED } from './idp-calls.ts';

const service = useOwnService({ machines: [] });
const { post, tokenOf, login, me } = idpCalls(service);

describe('POST /api/auth/idp', () => {
  test('200 with the challenge where there is a second factor, also at the login that links', async () => {
    const { email, secret } = await registerGuarded(service());
    await service().advance('PT30S');
    const sub = randomUUID();
    for (const _ of [1, 2]) {
      const answer = await login({ sub, email });
      expect(answer.body).toEqual({
        mfa_required: true,
        mfa_token: expect.any(String) as string,
        mfa_methods: ['totp', 'backup_code'],
      });
      const body = { mfaToken: (answer.body as { mfa_token: string }).mfa_token, code: codeOf(secret) };
      expect((await service().api('POST', '/api/auth/mfa/verify', { body })).status).toBe(200);
      await service().advance('PT30S');
    }
  });

  test('401 for a token whose signature, audience, issuer, time or kind is wrong', async () => {
    const person = someone();
    const good = await tokenOf(person);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const claims = { email: person.email, email_verified: true };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const forged = (key: Parameters<SignJWT['sign']>[0], alg: string, by = kid) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, kid: by })
        .setSubject(person.sub)
        .setIssuer(service().runtime.idp.issuer)
        .setAudience(service().runtime.idp.audience)
        .setIssuedAt(epochSeconds())
        .setExpirationTime(epochSeconds() + 600)
        .sign(key);
    const changed = Buffer.from(signature, 'base64url');
    changed[7] = (changed[7] ?? 0) ^ 1;
    const tokens: Record<string, string> = {
      'no token': 'x',
      'three parts of nothing': 'a.b.c',
      'an expired token': await tokenOf({ ...person, expired: true }),
      'another audience': await tokenOf({ ...person, audience: 'somebody-else' }),
      'another issuer': await tokenOf({ ...person, issuer: 'https://idp.example' }),
      'a changed signature': `${header}.${payload}.${changed.toString('base64url')}`,
      'changed claims': `${header}.${encode({ ...claims, sub: 'other' })}.${signature}`,
      'algorithm none': `${encode({ alg: 'none' })}.${payload}.`,
      'a foreign key under the known name': await forged(privateKey, 'RS256'),
      'a foreign key under a name of its own': await forged(privateKey, 'RS256', 'other'),
      'a shared secret': await forged(new TextEncoder().encode('x'.repeat(32)), 'HS256'),
      'a nonce that the request does not name': await tokenOf({ ...person, nonce: 'n-1' }),
    };
    const bodies = new Set<string>();
    for (const [what, idToken] of Object.entries(tokens)) {
      const answer = await post({ idToken });
      expect(answer, what).toMatchObject(UNAUTHORIZED);
      bodies.add(JSON.stringify(answer.body));
    }
    expect(bodies.size).toBe(1);
    expect((await post({ idToken: good })).status).toBe(200);
  });

  test('a token signs in once, also of 6 at once; then 401 until it expires', async () => {
    const person = someone();
    for (const _ of ['makes the account', 'finds it']) {
      const idToken = await tokenOf(person);
      const answers = await Promise.all(Array.from({ length: 6 }, () => post({ idToken })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
      expect(await post({ idToken })).toMatchObject(UNAUTHORIZED);
      // The same claims under another spelling of the signature's bytes.
      expect(await post({ idToken: `${idToken}=` })).toMatchObject(UNAUTHORIZED);
    }
    expect((await login(person)).status).toBe(200);
  });

  test('of 6 simultaneous first logins one creates the account, and all sign in to it', async () => {
    const person = someone();
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.filter(({ body }) => (body as { isNewUser: boolean }).isNewUser)).toHaveLength(1);
    expect(new Set(await Promise.all(answers.map(async answer => (await me(answer))['id']))).size).toBe(1);
  });

  test('a deleted account is not found by its link: a new one is created', async () => {
    const person = someone();
    const first = await login(person);
    const { token } = first.body as { token: string };
    expect((await service().api('DELETE', '/api/v1/me', { token, body: {} })).status).toBe(204);
    const next = await login(person);
    expect(next).toMatchObject({ status: 200, body: { isNewUser: true } });
    expect((await readAccount(userIdOf(token))).account).toMatchObject({ active: false });
  });
});
