import { beforeAll } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { creditBody, type Crediting, crediting, sendCredit } from '../../support/credit-notes.ts';
import { inForce } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

/** Requests of these tests. */
export function createRulesCalls() {
  const service = useService();
  const scope = {} as Crediting;
  const invoice = {} as Invoice;

  beforeAll(async () => {
    Object.assign(scope, await crediting(service()));
    Object.assign(invoice, await inForce(service(), scope, { clientId: scope.clientId }));
  });

  const line = (overrides: object = {}) => ({
    description: 'Retur',
    quantity: -1,
    unitPrice: 10,
    vatRateId: scope.vat21,
    ...overrides,
  });
  const body = (overrides: object = {}) => creditBody(scope, invoice, overrides);
  const post = (overrides: object = {}) => sendCredit(service(), scope, body(overrides));

  /** Status, code and the fields of the error. */
  async function refused(overrides: object): Promise<[number, string, string[]]> {
    const { status, body: answer } = await post(overrides);
    return [status, answer.error?.code, Object.keys(answer.error?.details ?? {})];
  }
  return { service, scope, line, post, refused };
}
