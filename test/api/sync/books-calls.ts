import { expect } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize, type Receiver } from '../../support/taxauth/received.ts';
import type { Service } from '../../support/service.ts';

export type Received = Invoice & { vatDeductible: number | null; vatDeferred: number | null };

/** Shared by tests of the bookkeeping of received documents. */
export function useBooks(service: () => Service) {
  const detail = async (scope: Receiver, id: string) => (await call<Received>(service(), scope, 'GET', `/invoices/${id}`)).body;
  const ON_COLLECTION = '<cac:InvoicePeriod><cbc:DescriptionCode>432</cbc:DescriptionCode></cac:InvoicePeriod>';

  /** The only document that a company has received. */
  async function delivered(invoice: Parameters<typeof supplierInvoice>[0] = {}, company: object = {}) {
    const scope = await newReceiver(service(), { lasting: true });
    const changed = await call(service(), scope, 'PATCH', `/companies/${scope.company}`, { vatPayer: true, ...company });
    expect(changed.status).toBe(200);
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, ...invoice }));
    await synchronize(service(), scope);
    return { scope, id: (await listedBy(service(), scope))[0]!.id };
  }

  return { detail, ON_COLLECTION, delivered };
}
