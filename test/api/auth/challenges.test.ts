import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '../../../shared/access/permissions.ts';
import { CREDENTIAL_REFUSALS } from '../../../shared/lambda/endpoint/steps/credential.ts';
import { newEmail, PASSWORD, type Registered, registerConfirmed } from '../../support/accounts.ts';
import type { Refusal } from '../../support/contract.ts';
import { keyWith } from '../../support/members.ts';
import { useOwnService } from '../../support/service.ts';

/** What a 401 says (decisions.md "401"; RFC 9110 §11.6.1, RFC 6750 §3): what is wrong with the credential, in message and challenge. */

const service = useOwnService({ machines: [] });

let person: Registered;
let key: string;
beforeAll(async () => {
  person = await registerConfirmed(service());
  key = await keyWith(service(), person, PERMISSIONS);
});

interface Login {
  token: string;
  refresh_token: string;
}
const login = async (): Promise<Login> =>
  (await service().api('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } })).body as Login;

/** The message of the refusal. */
async function refused(authorization: string | undefined): Promise<string> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const answer = await service().api('GET', '/api/v1/companies', { headers });
  const { error } = answer.body as Refusal & { error: { message: string } };
  expect([answer.status, error.code]).toEqual([401, 'unauthorized']);
  expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", error_description="${error.message}"`);
  return error.message;
}

describe('401 says what to send', () => {
  test.each<[what: string, authorization: () => string | undefined, why: keyof typeof CREDENTIAL_REFUSALS]>([
    ['nothing', () => undefined, 'missing'],
    ['an API key behind Bearer', () => `Bearer ${key}`, 'keyBehindBearer'],
    ['an access token without Bearer', () => person.token, 'tokenWithoutBearer'],
    ['Basic', () => `Basic ${Buffer.from('a:b').toString('base64')}`, 'unknownScheme'],
    ['an access token that was cut', () => `Bearer ${person.token.slice(0, -4)}`, 'invalidToken'],
    ['an API key that was cut', () => key.slice(0, -1), 'unknownKey'],
  ])('%s', async (_, authorization, why) => {
    expect(await refused(authorization())).toBe(CREDENTIAL_REFUSALS[why]);
  });

  test('an access token that has expired, and one whose session has ended', async () => {
    const { token, refresh_token } = await login();
    await service().advance('PT61M');
    expect(await refused(`Bearer ${token}`)).toBe(CREDENTIAL_REFUSALS.expiredToken);
    const refreshed = await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token } });
    const next = refreshed.body as Login;
    expect((await service().api('POST', '/api/auth/logout', { body: { refresh_token: next.refresh_token } })).status).toBe(204);
    expect(await refused(`Bearer ${next.token}`)).toBe(CREDENTIAL_REFUSALS.endedSession);
  });

  test('an API key that has expired, and one that was revoked', async () => {
    const { token } = await login();
    const expiresAt = new Date(service().runtime.clock.now() + 60_000).toISOString();
    const body = { name: 'Short', scopes: ['company.view'], expiresAt };
    const made = (await service().api('POST', '/api/v1/api-tokens', { token, body })).body as { id: string; token: string };
    await service().advance('PT61S');
    expect(await refused(made.token)).toBe(CREDENTIAL_REFUSALS.expiredKey);
    expect((await service().api('DELETE', `/api/v1/api-tokens/${made.id}`, { token })).status).toBeLessThan(300);
    expect(await refused(made.token)).toBe(CREDENTIAL_REFUSALS.revokedKey);
  });

  test('a wrong password is a challenge too, the same as for an address that nobody has', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    const answers = await Promise.all(
      [person.email, newEmail()].map(email =>
        service().api('POST', '/api/auth', { body: { email, password: 'Wrong-1-Password' }, headers }),
      ),
    );
    const challenge = 'Bearer error="invalid_token", error_description="The email or the password is wrong."';
    expect(answers.map(answer => [answer.status, answer.headers.get('www-authenticate')])).toEqual([
      [401, challenge],
      [401, challenge],
    ]);
  });
});
