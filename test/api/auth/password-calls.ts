import { resetToken as tokenFor } from '../../support/accounts.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function authCalls(service: () => Service) {
  const post = (path: string, body: unknown) => service().api('POST', `/api/auth${path}`, { body });
  const resetToken = (email: string) => tokenFor(service(), email);
  return { post, resetToken };
}
