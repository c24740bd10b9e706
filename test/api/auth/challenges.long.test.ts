import { beforeAll, describe, expect, test } from 'vitest';
import { CREDENTIAL_REFUSALS } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import { PASSWORD, type Registered, registerReady } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { challengeCalls } from './challenge-calls.ts';

/** What a 401 says (REQ-30; RFC 9110 §11.6.1, RFC 6750 §3): what is wrong with the credential, in message and challenge. */

const service = useOwnService({ machines: [] });
const { refused } = challengeCalls(service);

let person: Registered;
beforeAll(async () => {
  person = await registerReady(service());
});

interface Login {
  token: string;
  refresh_token: string;
}
const login = async (): Promise<Login> =>
  (await service().api('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } })).body as Login;

describe('the 401 says what to send', () => {
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
});
