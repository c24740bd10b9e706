import type { SignedIn } from '../../support/contract.ts';
import { PASSWORD, type Registered, registerReady } from '../../support/accounts.ts';
import { keyWith } from '../../support/members.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function accessCalls(service: () => Service) {
  /** A person with two logins and a key. */
  async function newPerson(): Promise<{ person: Registered; second: SignedIn; key: string }> {
    const person = await registerReady(service());
    const { body } = await service().api('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } });
    return { person, second: body as SignedIn, key: await keyWith(service(), person, ['invoice.view']) };
  }

  const me = async (token: string): Promise<number> => (await service().api('GET', '/api/v1/me', { token })).status;
  const refresh = async (token: string): Promise<number> =>
    (await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token: token } })).status;

  /** Statuses of both access tokens, of the key, and of both refresh tokens. */
  const everything = async ({ person, second, key }: Awaited<ReturnType<typeof newPerson>>): Promise<number[]> => [
    await me(person.token),
    await me(second.token),
    await me(key),
    await refresh(person.refreshToken),
    await refresh(second.refresh_token),
  ];
  return { newPerson, me, refresh, everything };
}
