import { expect } from 'vitest';
import { commonViolations, type RawAnswer, type Sending, senderTo } from '../../support/matrix/send.ts';
import type { Service } from '../../support/service.ts';

export const LIMIT_REACHED = { status: 429, json: { error: expect.any(String) as string } };

/** Requests from addresses that the rate limits tell apart. */
export function rateLimitCalls(service: () => Service) {
  let clients = 0;
  /** An address in a network that has sent no request yet (RFC 3849). */
  const newAddress = (): string => `2001:db8:${(++clients).toString(16)}::1`;

  async function send(method: string, path: string, address: string, more: Partial<Sending> = {}): Promise<RawAnswer> {
    const request = { method, path, ...more, headers: { 'x-forwarded-for': address, ...more.headers } };
    const answer = await senderTo(service().url)(request);
    expect(commonViolations(request, answer), answer.text).toEqual([]);
    return answer;
  }

  return {
    newAddress,
    send,
    post: (path: string, address: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<RawAnswer> =>
      send('POST', path, address, { body, headers }),
    /** A request for the public keys, or for the own account with a token. */
    get: (address: string, token?: string): Promise<RawAnswer> =>
      senderTo(service().url)({
        method: 'GET',
        path: token === undefined ? '/.well-known/jwks.json' : '/api/v1/me',
        headers: { 'x-forwarded-for': address, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      }),
  };
}
