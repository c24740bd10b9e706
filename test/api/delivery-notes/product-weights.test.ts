import { describe, expect, it } from 'vitest';
import { actOnNote, deliveryNoteBody, newNote, noteIn, useDelivering } from '../../support/delivery-notes.ts';
import type { DeliveryNote } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { offering, proformaBody } from '../../support/proformas.ts';

const { service, scope } = useDelivering();

/** A product of 1.205 kg net and 1.25 kg gross. */
const newProduct = async (overrides: object = {}): Promise<string> => {
  const product = { name: 'Cartofi', unitPrice: 3, ncCode: '0701 90 50', netWeight: '1.205', grossWeight: 1.25, ...overrides };
  return (await call<{ id: string }>(service(), scope, 'POST', '/products', product)).body.id;
};
const lineOf = (productId: string, overrides: object = {}) => ({
  ...{ description: 'Cartofi', quantity: 100, unitPrice: 3, vatRateId: scope.vat21, productId },
  ...overrides,
});
const put = async (uuid: string, line: object): Promise<DeliveryNote> => {
  const body = deliveryNoteBody(scope, { lines: [line] });
  return (await call<DeliveryNote>(service(), scope, 'PUT', `/delivery-notes/${uuid}`, body)).body;
};

describe('data of the product in the declaration of a line (TRN-8)', () => {
  it('the weights follow the quantity, and the tariff code is that of the product', async () => {
    const { lines } = await newNote(service(), scope, { lines: [lineOf(await newProduct(), { quantity: '100.5' })] });
    expect(lines).toMatchObject([{ tariffCode: '07019050', netWeight: '121.10', grossWeight: '125.63' }]);
  });

  it('PUT with another quantity computes them again', async () => {
    const productId = await newProduct();
    const note = await newNote(service(), scope, { lines: [lineOf(productId)] });
    expect(note.lines).toMatchObject([{ netWeight: '120.50', grossWeight: '125.00' }]);
    const changed = await put(note.uuid, lineOf(productId, { uuid: note.lines[0]?.uuid, quantity: 10 }));
    expect(changed.lines).toMatchObject([{ uuid: note.lines[0]?.uuid, netWeight: '12.05', grossWeight: '12.50' }]);
  });

  it('a later change of the product does not change the line', async () => {
    const productId = await newProduct();
    const { uuid } = await noteIn(service(), scope, 'issued', { lines: [lineOf(productId)] });
    await call(service(), scope, 'PATCH', `/products/${productId}`, { grossWeight: 9 });
    const { body } = await actOnNote(service(), scope, uuid, 'storno');
    expect(body.lines).toMatchObject([{ quantity: '-100.00', netWeight: '120.50', grossWeight: '125.00' }]);
  });

  it('a note made of a proforma has them too', async () => {
    const offer = await offering(service(), scope, 'PFW');
    const lines = [lineOf(await newProduct())];
    const proforma = await call<{ uuid: string }>(service(), scope, 'POST', '/proforma-invoices', proformaBody(offer, { lines }));
    const { status, body } = await call<DeliveryNote>(service(), scope, 'POST', '/delivery-notes/from-proforma', {
      proformaId: proforma.body.uuid,
    });
    expect([status, body.lines]).toMatchObject([201, [{ tariffCode: '07019050', netWeight: '120.50', grossWeight: '125.00' }]]);
  });
});
