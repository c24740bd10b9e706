import { describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { call, connect, detailOf, invoiceBody, validated } from '../../support/invoices.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('a document of a supplier', () => {
  it('is stored again when it arrives again, and names the first', async () => {
    const scope = await newReceiver(service());
    const xml = supplierInvoice({ buyer: scope.cif });
    await deliver(service(), scope, xml);
    await deliver(service(), scope, xml);
    await synchronize(service(), scope);
    const details = await Promise.all((await listedBy(service(), scope)).map(({ id }) => detailOf(service(), scope, id)));
    const first = details.find(one => one.duplicateOf === null);
    expect(details.map(one => one.duplicateOf).sort()).toEqual([first?.id, null].sort());
    const messages = await call<{ data: { status: string }[] }>(service(), scope, 'GET', '/efactura-messages');
    expect(messages.body.data.map(({ status }) => status).sort()).toEqual(['ok', 'warning']);
  });

  it('that another program sent for the company is stored as sent', async () => {
    const [scope, other] = [await newReceiver(service()), await newReceiver(service())];
    // The same tax id in another organization: documents that this one sends are found at the authority by the other.
    const twin = await service().newCompany(await service().newUser(), { cif: scope.cif, vatCode: `RO${scope.cif}` });
    await connect(service(), twin);
    const client = await service().newClient(twin, { name: 'Altul SRL', cui: `RO${other.cif}` });
    const sent = await validated(service(), twin, invoiceBody(client.id));
    await synchronize(service(), scope);
    const [row] = await listedBy(service(), scope);
    expect(row).toMatchObject({ number: sent.number, direction: 'outgoing', status: 'synced', total: sent.total });
    await expecting(200, 'Its detail', service().api('GET', `/api/v1/invoices/${row!.id}`, scope));
  });
});
