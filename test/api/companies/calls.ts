import type { Answered, Company, Refusal } from '../../support/contract.ts';
import type { Service } from '../../support/service.ts';

export const minimal = { cif: 'RO 12345678', name: 'Exemplu SRL' };

/** Requests of these tests. */
export function companiesCalls(service: () => Service) {
  const add = (user: { token: string }, body: object = minimal, more: object = {}) =>
    service().api('POST', '/api/v1/companies', { token: user.token, body, ...more }) as Promise<Answered<Company & Refusal>>;
  const at = (user: { token: string }, method: string, path: string, body?: unknown) =>
    service().api(method, `/api/v1/companies${path}`, { token: user.token, body }) as Promise<Answered<Company & Refusal>>;
  return { add, at };
}
