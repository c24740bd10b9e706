import { afterEach, beforeAll } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import type { Scope, Service } from '../../support/service.ts';
import { exportsCalls } from './calls.ts';

/** Requests of these tests. */
export function csvCalls(service: () => Service) {
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

  const csv = <T = Buffer>(query = '', own: Scope = scope) => call<T>(service(), own, 'GET', `/invoices/export/csv${query}`);
  return { exporter, newInvoice, csv };
}
