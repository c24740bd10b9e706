import { beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryNote, Invoice, ProformaPage } from '../../support/contract.ts';
import { newNote } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { convert, newProforma, type Offering, offering, proformaBody } from '../../support/proformas.ts';
import { recurring, recurringIn } from '../../support/recurring/templates.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Offering;
beforeAll(async () => {
  scope = await offering(service());
});

const send = <T>(method: string, path: string, body?: unknown) => call<T>(service(), scope, method, path, body);
const metadata = { order: '4711', shop: 'ro' };

describe('metadata of proformas, delivery notes and recurring invoices (MET-1 to MET-8)', () => {
  it('of a proforma: stays in a change that does not name it, and goes to the invoice', async () => {
    const { uuid } = await newProforma(service(), scope, { metadata, orderNumber: 'O-1', contractNumber: 'C/77' });
    const put = (more: object) =>
      send<{ metadata: object }>('PUT', `/proforma-invoices/${uuid}`, proformaBody(scope, { orderNumber: 'O-1', ...more }));
    expect((await put({ contractNumber: 'C/77' })).body.metadata).toEqual(metadata);
    expect((await put({ contractNumber: 'C/77', metadata: { lot: '1' } })).body.metadata).toEqual({ lot: '1', ...metadata });
    const found = async (query: string) =>
      (await send<ProformaPage>('GET', `/proforma-invoices?${query}`)).body.data.map(one => [one.uuid, one.metadata]);
    for (const query of ['metadata[lot]=1', 'orderNumber=O-1', 'search=c/7', 'orderNumber=O-1&metadata[shop]=ro&status=draft'])
      expect(await found(query), query).toEqual([[uuid, { lot: '1', ...metadata }]]);
    for (const query of ['metadata[lot]=2', 'orderNumber=O-', 'orderNumber=o-1']) expect(await found(query), query).toEqual([]);
    const { body } = await convert(service(), scope, uuid);
    expect(body.invoice.metadata).toEqual({ lot: '1', ...metadata });
  });

  it('of a delivery note: of its proforma, of its own, and of its invoice', async () => {
    const { uuid } = await newProforma(service(), scope, { metadata });
    const made = await send<DeliveryNote>('POST', '/delivery-notes/from-proforma', { proformaId: uuid });
    expect([made.status, made.body.metadata]).toEqual([201, metadata]);
    const note = await newNote(service(), scope, { metadata: { route: '5' } });
    expect(note.metadata).toEqual({ route: '5' });
    const { body } = await send<{ data: DeliveryNote[] }>('GET', '/delivery-notes?metadata[route]=5');
    expect(body.data.map(one => [one.uuid, one.metadata])).toEqual([[note.uuid, { route: '5' }]]);
    await send('POST', `/delivery-notes/${note.uuid}/issue`);
    const converted = await send<{ invoice: Invoice }>('POST', `/delivery-notes/${note.uuid}/convert`, {});
    expect(converted.body.invoice.metadata).toEqual({ route: '5' });
  });

  it('of a recurring invoice: of the invoices that are issued from it', async () => {
    const own = await recurringIn(service(), scope);
    const template = await recurring(service(), own, { metadata });
    expect(template.metadata).toEqual(metadata);
    const changed = await send<{ metadata: object }>('PUT', `/recurring-invoices/${template.uuid}`, { metadata: { shop: null } });
    expect([changed.status, changed.body.metadata]).toEqual([200, { order: '4711' }]);
    const issued = await send<Invoice>('POST', `/recurring-invoices/${template.uuid}/issue-now`);
    expect(issued.body.metadata).toEqual({ order: '4711' });
  });
});
