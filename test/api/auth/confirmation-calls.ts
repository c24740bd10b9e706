import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function authCalls(service: () => Service) {
  const confirm = (body: unknown) => service().api('POST', '/api/auth/confirm-email', { body });
  const resend = (body: unknown) => service().api('POST', '/api/auth/resend-confirmation', { body });
  const subjects = async (email: string) => (await service().mailbox(email)).map(mail => mail.subject).toReversed();
  return { confirm, resend, subjects };
}
