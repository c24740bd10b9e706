import { expect } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import type { Service } from '../../support/service.ts';

/** Requests with credentials that are refused. */
export function challengeCalls(service: () => Service) {
  /** The message of the refusal. */
  async function refused(authorization: string | undefined): Promise<string> {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await service().api('GET', '/api/v1/companies', { headers });
    const { error } = answer.body as Refusal & { error: { message: string } };
    expect([answer.status, error.code]).toEqual([401, 'unauthorized']);
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", error_description="${error.message}"`);
    return error.message;
  }
  return { refused };
}
