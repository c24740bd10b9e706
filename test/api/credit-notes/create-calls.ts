import { beforeAll } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { type Crediting, crediting } from '../../support/credit-notes.ts';
import { inForce } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

/** Requests of these tests. */
export function createCalls() {
  const service = useService();
  const scope = {} as Crediting;
  const invoice = {} as Invoice;

  beforeAll(async () => {
    Object.assign(scope, await crediting(service()));
    Object.assign(invoice, await inForce(service(), scope, { clientId: scope.clientId }));
  });
  return { service, scope, invoice };
}
