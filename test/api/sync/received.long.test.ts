import { describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import type { Refusal, SupplierPage } from '../../support/contract.ts';
import { call, connect, invoiceBody, validated } from '../../support/invoices.ts';
import { deliver, newReceiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useService } from '../../support/service.ts';
import { useReceived } from './received-calls.ts';

const service = useService();

const { listed, detail } = useReceived(service);

describe('a document of a supplier', () => {
  it('is stored with its sign: credit notes and negative invoices pay back', async () => {
    const scope = await newReceiver(service());
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-1' }));
    await deliver(
      service(),
      scope,
      supplierInvoice({ buyer: scope.cif, number: 'S-1', root: 'CreditNote', net: '40.00', vat: '8.40' }),
    );
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'N-1', net: '-10.00', vat: '-2.10' }));
    await synchronize(service(), scope);
    const rows = new Map((await listed(scope)).map(row => [row.number, row]));
    expect(rows.get('S-1')).toMatchObject({ total: -48.4, balance: 0, paymentStatus: 'paid', isCreditNote: true });
    expect(rows.get('N-1')).toMatchObject({ total: -12.1, balance: 0, paymentStatus: 'paid', isCreditNote: false });
    const note = await call(service(), scope, 'GET', `/invoices/${rows.get('S-1')?.id}`);
    expect(note.body).toMatchObject({ number: 'S-1', isCreditNote: true, invoiceTypeCode: '381', status: 'synced' });
    const { body } = await call<SupplierPage>(service(), scope, 'GET', '/suppliers');
    expect(Object.values(body.data).flat()).toMatchObject([{ name: 'Furnizor SRL', invoiceCount: 2, totalExpenses: 60.5 }]);
  });

  it('is stored again when it arrives again, and names the first', async () => {
    const scope = await newReceiver(service());
    const xml = supplierInvoice({ buyer: scope.cif });
    await deliver(service(), scope, xml);
    await deliver(service(), scope, xml);
    await synchronize(service(), scope);
    const details = await Promise.all((await listed(scope)).map(({ id }) => detail(scope, id)));
    const first = details.find(one => one.duplicateOf === null);
    expect(details.map(one => one.duplicateOf).sort()).toEqual([first?.id, null].sort());
    const messages = await call<{ data: { status: string }[] }>(service(), scope, 'GET', '/efactura-messages');
    expect(messages.body.data.map(({ status }) => status).sort()).toEqual(['ok', 'warning']);
  });

  it('creates a supplier, of which users may change the contact data, but not the identity', async () => {
    const scope = await newReceiver(service());
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-1' }));
    await synchronize(service(), scope);
    const [supplier] = Object.values((await call<SupplierPage>(service(), scope, 'GET', '/suppliers')).body.data).flat();
    const changed = await call(service(), scope, 'PATCH', `/suppliers/${supplier!.id}`, {
      phone: '0711',
      address: 'Str. Nouă 2',
    });
    expect(changed.status).toBe(200);
    const refused = await call<Refusal>(service(), scope, 'PATCH', `/suppliers/${supplier!.id}`, { name: 'Altul', cui: '1' });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.error.details ?? {}).sort()).toEqual(['cui', 'name']);
  });

  it('that the company issued itself through its client is a sale', async () => {
    const scope = await newReceiver(service());
    await deliver(service(), scope, supplierInvoice({ seller: scope.cif, buyer: '40123452', type: '389' }));
    await synchronize(service(), scope);
    expect(await listed(scope)).toMatchObject([{ direction: 'incoming', supplier: { cif: scope.cif } }]);
    expect((await call<SupplierPage>(service(), scope, 'GET', '/suppliers')).body.total).toBe(0);
    const { body } = await call<{ totals: object[] }>(service(), scope, 'GET', '/invoices?includeTotals=true');
    expect(body.totals).toMatchObject([{ receivable: 121, payable: 0 }]);
  });

  it('that another program sent for the company is stored as sent', async () => {
    const [scope, other] = [await newReceiver(service()), await newReceiver(service())];
    // The same tax id in another organization: documents that this one sends are found at the authority by the other.
    const twin = await service().newCompany(await service().newUser(), { cif: scope.cif, vatCode: `RO${scope.cif}` });
    await connect(service(), twin);
    const client = await service().newClient(twin, { name: 'Altul SRL', cui: `RO${other.cif}` });
    const sent = await validated(service(), twin, invoiceBody(client.id));
    await synchronize(service(), scope);
    const [row] = await listed(scope);
    expect(row).toMatchObject({ number: sent.number, direction: 'outgoing', status: 'synced', total: sent.total });
    await expecting(200, 'Its detail', service().api('GET', `/api/v1/invoices/${row!.id}`, scope));
  });
});
