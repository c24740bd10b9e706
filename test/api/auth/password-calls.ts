import { resetToken as tokenFor } from '../../support/accounts.ts';
import type { Service } from '../../support/service.ts';

export const NEW = 'Another-Correct-Horse-9';
export const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

/** Requests of these tests. */
export function authCalls(service: () => Service) {
  const post = (path: string, body: unknown) => service().api('POST', `/api/auth${path}`, { body });
  const resetToken = (email: string) => tokenFor(service(), email);
  const login = (email: string, password: string) => post('', { email, password });
  return { post, login, resetToken };
}
