import { beforeAll } from 'vitest';
import type { CreditNote, Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** Requests of these tests. */
export function updateCalls() {
  const { service, scope, request, draft, inForce, detailOf, become, creditBody, sendCredit, credited } = useTrader();
  const invoice = {} as Invoice;
  const note = {} as CreditNote;

  beforeAll(async () => {
    const made = await credited();
    Object.assign(invoice, made.invoice);
    Object.assign(note, made.note);
  });

  const line = (overrides: object = {}) => ({
    description: 'Retur',
    quantity: -1,
    unitPrice: 10,
    vatRateId: scope.vat21,
    ...overrides,
  });
  return { service, scope, request, draft, inForce, detailOf, become, creditBody, sendCredit, credited, invoice, note, line };
}
