import { expect } from 'vitest';
import type { Service } from '../../support/service.ts';

export interface Login {
  token: string;
  refresh_token: string;
}

interface Listed {
  id: string;
  userAgent: string | null;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  current: boolean;
}

/** Logins, and the validity of their tokens. */
export function sessionCalls(service: () => Service) {
  const login = async (userAgent: string, { email, password }: { email: string; password: string }): Promise<Login> => {
    const answer = await service().api('POST', '/api/auth', { body: { email, password }, headers: { 'user-agent': userAgent } });
    expect(answer.status).toBe(200);
    return answer.body as Login;
  };
  const call = (method: string, path: string, token: string, body?: object) =>
    service().api(method, path, { token, ...(body && { body }) });
  const list = async (token: string): Promise<Listed[]> => (await call('GET', '/api/v1/me/sessions', token)).body as Listed[];
  const works = async (token: string): Promise<boolean> => (await call('GET', '/api/v1/me', token)).status === 200;
  const refreshed = (refresh_token: string) => service().api('POST', '/api/auth/token/refresh', { body: { refresh_token } });
  const logOut = (body: object) => service().api('POST', '/api/auth/logout', { body });
  return { login, call, list, works, refreshed, logOut };
}
