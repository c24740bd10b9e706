import { unzipSync } from 'fflate';
import { afterEach, beforeAll, expect } from 'vitest';
import type { Answered, Export, Invoice, Refusal } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import type { Scope, Service } from '../../support/service.ts';
import { exportsCalls } from './calls.ts';

/** Requests of these tests. */
export function zipCalls(service: () => Service) {
  const { exporter } = exportsCalls(service);
  const scope = {} as Scope & { clientId: string };

  beforeAll(async () => {
    Object.assign(scope, await exporter());
  });

  afterEach(() => {
    service().runtime.faults.clear();
  });
  const newInvoice = (overrides = {}, own = scope): Promise<Invoice> =>
    issued(service(), own, { clientId: own.clientId, ...overrides });
  const zip = (body: object, own: Scope = scope, headers = {}) =>
    service().api('POST', '/api/v1/invoices/export/zip', { ...own, body, headers }) as Promise<Answered<Export & Refusal>>;
  const get = <T = Export & Refusal>(named: string, own: Scope = scope) => call<T>(service(), own, 'GET', `/exports/${named}`);

  const contentOf = async (job: Export, own: Scope = scope): Promise<Record<string, Uint8Array>> => {
    const answer = await get<Buffer>(job.filename, own);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    return unzipSync(new Uint8Array(answer.body));
  };
  return { exporter, scope, newInvoice, zip, get, contentOf };
}
