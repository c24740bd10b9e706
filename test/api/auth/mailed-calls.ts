import { resetToken as tokenFor } from '../../support/accounts.ts';
import type { Service } from '../../support/service.ts';

export const NEW = 'Another-Correct-Horse-9';
export const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

/** Requests of tests of the tokens that are mailed: for a new password, and to confirm an email. */
export function mailedCalls(service: () => Service) {
  const post = (path: string, body: unknown) => service().api('POST', `/api/auth${path}`, { body });
  const resetToken = (email: string) => tokenFor(service(), email);
  const login = (email: string, password: string) => post('', { email, password });
  const confirm = (body: unknown) => service().api('POST', '/api/auth/confirm-email', { body });
  const resend = (body: unknown) => service().api('POST', '/api/auth/resend-confirmation', { body });
  const subjects = async (email: string) => (await service().mailbox(email)).map(mail => mail.subject).toReversed();
  return { post, login, resetToken, confirm, resend, subjects };
}
