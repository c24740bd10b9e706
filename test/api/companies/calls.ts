import { type Refusal } from '../../support/invoices.ts';
import type { Service } from '../../support/service.ts';

export interface Shown {
  id: string;
  uuid: string;
  name: string;
  cif: string;
  [field: string]: unknown;
}

export const minimal = { cif: 'RO 12345678', name: 'Exemplu SRL' };

/** Requests of these tests. */
export function companiesCalls(service: () => Service) {
  const add = (user: { token: string }, body: object = minimal, more: object = {}) =>
    service().api('POST', '/api/v1/companies', { token: user.token, body, ...more }) as Promise<{
      status: number;
      body: Shown & Refusal;
      headers: Headers;
    }>;
  const at = (user: { token: string }, method: string, path: string, body?: unknown) =>
    service().api(method, `/api/v1/companies${path}`, { token: user.token, body }) as Promise<{
      status: number;
      body: Shown & Refusal;
    }>;
  return { add, at };
}
