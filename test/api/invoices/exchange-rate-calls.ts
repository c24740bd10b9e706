import { beforeAll } from 'vitest';
import type { Invoice, InvoiceWithValidation } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

export const ofRate = (warnings: string[] = []): string[] => warnings.filter(one => one.startsWith('exchangeRate:'));

/** Requests of these tests. */
export function exchangeRateCalls() {
  const {
    scope,
    request,
    post,
    put,
    act,
    invoiceBody,
    draft,
    issued,
    inForce,
    xmlOf,
    become,
    creditBody,
    sendCredit,
    creditDraft,
  } = useTrader();
  /** An invoice in EUR at a rate of its own. */
  const parent = {} as Invoice;

  beforeAll(async () => {
    Object.assign(parent, await issued({ currency: 'EUR', exchangeRate: 5.0812 }));
  });

  const create = async (overrides: object): Promise<InvoiceWithValidation> => (await post(invoiceBody(overrides))).body;
  const change = async (id: string, changes: object): Promise<InvoiceWithValidation> => (await put(id, changes)).body;
  return {
    scope,
    request,
    act,
    draft,
    issued,
    inForce,
    xmlOf,
    become,
    creditBody,
    sendCredit,
    creditDraft,
    parent,
    create,
    change,
  };
}
