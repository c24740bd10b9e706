import { beforeAll } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** Requests of these tests. */
export function documentTypeCalls() {
  const { service, scope, request, invoiceBody, draft, inForce, creditBody, sendCredit, creditDraft } = useTrader();
  const invoice = {} as Invoice;

  beforeAll(async () => {
    Object.assign(invoice, await inForce());
  });
  return { service, scope, request, invoiceBody, draft, creditBody, sendCredit, creditDraft, invoice };
}
