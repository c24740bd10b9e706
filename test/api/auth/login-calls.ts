import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function authCalls(service: () => Service) {
  const login = (body: unknown) => service().api('POST', '/api/auth', { body });
  const me = (token: string) => service().api('GET', '/api/v1/me', { token });
  return { login, me };
}
