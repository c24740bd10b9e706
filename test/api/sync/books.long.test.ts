import { describe, expect, it } from 'vitest';
import type { SupplierPage, SupplierView } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { deliver, listedBy, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';
import { useBooks } from './books-calls.ts';

/** Received documents in the books of a company: deduction of VAT, notes, sales in its name. */

const service = useOwnService();

const { detail, ON_COLLECTION, delivered } = useBooks(service);

/** A second run at once: the interval of the plan has passed for the last one. */
async function synchronizeAgain(scope: Receiver): Promise<void> {
  await service().advance('PT61M');
  await synchronize(service(), scope);
}

describe('The VAT of received documents', () => {
  it('is deferred as well where the company itself applies VAT on collection, and not deductible where it is not registered', async () => {
    const own = await delivered({}, { vatOnCollection: true });
    expect(await detail(own.scope, own.id)).toMatchObject({ vatDeductible: 0, vatDeferred: 21 });
    const none = await delivered({ extra: ON_COLLECTION }, { vatPayer: false });
    expect(await detail(none.scope, none.id)).toMatchObject({ vatDeductible: 0, vatDeferred: 0 });
  });

  it('is lowered by credit notes and negative documents, which pay back, as are the expenses', async () => {
    const { scope } = await delivered({ number: 'F-1' });
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'S-1', root: 'CreditNote' }));
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'N-1', net: '-10.00', vat: '-2.10' }));
    await synchronizeAgain(scope);
    const rows = await listedBy(service(), scope);
    const paidBack = { balance: 0, paymentStatus: 'paid', status: 'synced' };
    expect(Object.fromEntries(rows.map(row => [row.number, row]))).toMatchObject({
      'F-1': { total: 121, balance: 121, isCreditNote: false },
      'S-1': { ...paidBack, total: -121, isCreditNote: true },
      'N-1': { ...paidBack, total: -12.1, isCreditNote: false },
    });
    const details = await Promise.all(rows.map(async ({ id, number }) => [number, await detail(scope, id)] as const));
    expect(Object.fromEntries(details)).toMatchObject({
      'F-1': { vatDeductible: 21 },
      'S-1': { vatDeductible: -21, isCreditNote: true, invoiceTypeCode: '381', status: 'synced' },
      'N-1': { vatDeductible: -2.1 },
    });
    const { body } = await call<SupplierPage>(service(), scope, 'GET', '/suppliers');
    const [supplier, ...others] = Object.values(body.data).flat();
    expect([supplier, ...others]).toMatchObject([{ invoiceCount: 2, totalExpenses: -12.1 }]);
    const { body: one } = await call<SupplierView>(service(), scope, 'GET', `/suppliers/${supplier?.id}`);
    expect(one.invoiceSummary).toMatchObject({
      fiscalSubtotal: -10,
      fiscalVatTotal: -2.1,
      fiscalTotal: -12.1,
      payableTotal: -12.1,
    });
  });

  it('of an invoice that a client issued in the company’s name is no deduction: it is a sale', async () => {
    const { scope, id } = await delivered();
    await deliver(service(), scope, supplierInvoice({ seller: scope.cif, buyer: '40123452', type: '389', number: 'AF-1' }));
    await synchronizeAgain(scope);
    const sale = (await listedBy(service(), scope)).find(({ number }) => number === 'AF-1')!;
    expect(sale).toMatchObject({ direction: 'incoming', supplier: { cif: scope.cif } });
    expect(await detail(scope, sale.id)).toMatchObject({ vatDeductible: null, vatDeferred: null, invoiceTypeCode: '389' });
    const totals = await call<{ totals: object[] }>(service(), scope, 'GET', '/invoices?includeTotals=true');
    expect(totals.body.totals).toMatchObject([
      { role: 'sale', receivable: 121, payable: 0 },
      { role: 'purchase', receivable: 0, payable: 121 },
    ]);
    const suppliers = await call<SupplierPage>(service(), scope, 'GET', '/suppliers');
    expect(suppliers.body.total).toBe(1);
    expect((await detail(scope, id)).vatDeductible).toBe(21);
  });
});
