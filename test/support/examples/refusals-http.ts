import { randomUUID } from 'node:crypto';
import { draft } from '../invoices.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { PASSWORD } from '../accounts.ts';
import type { Refusals } from './refusals.ts';

/** An address that has sent no request yet. */
const FROM = { 'x-forwarded-for': '192.0.2.44' };

/** Sets variables of the service. @returns sets them back */
export function withEnvironment(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map(name => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}

/** Errors that any operation may return. */
export const HTTP_REFUSALS: Refusals = {
  bad_request: ({ scope }) => ({
    ...{ method: 'POST', path: '/api/v1/clients', ...scope },
    ...{ body: '{"name":', headers: { 'content-type': 'application/json' } },
  }),
  unauthorized: () => ({ method: 'GET', path: '/api/v1/clients' }),
  not_found: ({ scope }) => ({ method: 'GET', path: `/api/v1/invoices/${randomUUID()}`, ...scope }),
  precondition_failed: ({ scope, clientId }) => ({
    ...{ method: 'PATCH', path: `/api/v1/clients/${clientId}`, ...scope },
    ...{ body: { phone: '+40 264 555 0100' }, headers: { 'if-match': '"0"' } },
  }),
  payload_too_large: ({ scope }) => ({
    ...{ method: 'POST', path: '/api/v1/clients', ...scope },
    body: { name: 'x'.repeat(2_000_000) },
  }),
  unsupported_media_type: ({ scope }) => ({
    ...{ method: 'POST', path: '/api/v1/clients', ...scope },
    ...{ body: { name: 'Grădina Urbană SRL' }, headers: { 'content-encoding': 'br' } },
  }),
  validation_error: ({ scope }) => ({
    ...{ method: 'POST', path: '/api/v1/webhooks', ...scope },
    body: { url: 'receiver', events: ['invoice.printed'] },
  }),
  // Of documents: invalid fields are 400 (REQ-46).
  'bad_request.fields': ({ scope, clientId }) => ({
    ...{ method: 'POST', path: '/api/v1/invoices', ...scope },
    body: { clientId, issueDate: '2026-02-30', lines: [{ description: '', quantity: 'two', unitPrice: 100, vatRate: 21 }] },
  }),
  'forbidden-direct_request': ({ scope }) => ({
    ...{ method: 'GET', path: '/api/v1/clients', ...scope },
    after: withEnvironment({ EDGE_PROOFS: sha256('through the edge'), EDGE_ONLY: 'on' }),
  }),
  rate_limited: () => ({
    ...{ method: 'POST', path: '/api/auth', headers: FROM, times: 6 },
    body: { email: 'nobody@test.example', password: PASSWORD },
    after: withEnvironment({ RATE_LIMITS: 'on' }),
  }),
  internal_error: async ({ service, scope, clientId }) => {
    const { id } = await draft(service, scope, { clientId });
    service.runtime.faults.add({ service: 's3', operation: 'PutObject', kind: 'fail' });
    return { method: 'GET', path: `/api/v1/invoices/${id}/pdf`, ...scope, after: () => service.runtime.faults.clear() };
  },
  service_unavailable: ({ service, scope }) => {
    service.runtime.faults.add({ service: 'dynamodb', kind: 'fail' });
    return { method: 'GET', path: '/api/v1/clients', ...scope, after: () => service.runtime.faults.clear() };
  },
};
