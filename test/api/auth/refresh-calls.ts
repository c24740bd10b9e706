import { readRefreshToken } from '#shared/platform/access/credentials.ts';
import type { SignedIn } from '../../support/contract.ts';
import type { Service } from '../../support/service.ts';

/** The user, session, family and hash of a refresh token. */
export const partsOf = (token: string) => {
  const parts = readRefreshToken(token);
  if (!parts) throw new Error('No refresh token.');
  return parts;
};

/** Requests of these tests. */
export function refreshCalls(service: () => Service) {
  const send = (body: unknown) => service().api('POST', '/api/auth/token/refresh', { body });
  const refresh = async (token: string): Promise<SignedIn & { status: number }> => {
    const { status, body } = await send({ refresh_token: token });
    return { status, ...(body as SignedIn) };
  };
  return { send, refresh };
}
