import { PASSWORD, registerReady } from '../../support/accounts.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function authCalls(service: () => Service) {
  const login = (body: unknown) => service().api('POST', '/api/auth', { body });
  const me = (token: string) => service().api('GET', '/api/v1/me', { token });
  const register = (body: unknown, headers: Record<string, string> = {}) =>
    service().api('POST', '/api/auth/register', { body, headers });
  /** Somebody with the access token of a login. */
  const signedIn = async () => {
    const { userId, email } = await registerReady(service());
    const { token } = (await login({ email, password: PASSWORD })).body as { token: string };
    return { userId, email, token };
  };
  return { login, me, register, signedIn };
}
