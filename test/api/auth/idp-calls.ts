import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { idTokenRequest } from '../../../infra/local/external/idp.ts';
import { newEmail } from '../../support/accounts.ts';
import type { Service } from '../../support/service.ts';

export const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };
export const someone = () => ({ sub: randomUUID(), email: newEmail() });

/** Requests of these tests. */
export function idpCalls(service: () => Service) {
  const post = (body: unknown, headers: Record<string, string> = {}) => service().api('POST', '/api/auth/idp', { body, headers });
  const tokenOf = (request: z.input<typeof idTokenRequest>): Promise<string> => service().runtime.idp.token(request);
  const login = async (request: z.input<typeof idTokenRequest>) => post({ idToken: await tokenOf(request) });
  const me = async (answer: { body: unknown }) =>
    (await service().api('GET', '/api/v1/me', { token: (answer.body as { token: string }).token })).body as Record<
      string,
      unknown
    >;
  return { post, tokenOf, login, me };
}
