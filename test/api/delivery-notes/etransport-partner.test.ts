import { describe, expect, it } from 'vitest';
import { actOnNote, declarable, newNote, noteIn, useDelivering } from '../../support/delivery-notes.ts';
import type { DeliveryNote } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';

const { service, scope } = useDelivering();

const supplier = {
  ...{ etransportPartnerName: 'Kartoffel GmbH', etransportPartnerCountry: 'DE', etransportPartnerCode: 'DE811569869' },
};
/** Goods that a company buys in Germany and moves to a client in Romania; they enter at Nădlac. */
const acquisition = {
  ...{ etransportOperationType: 10, etransportStartCounty: null, etransportStartLocality: null, etransportStartStreet: null },
  ...{ etransportStartBorderPoint: 4 },
};
const validated = async ({ uuid }: DeliveryNote) =>
  (await actOnNote<{ valid: boolean; errors: { rule: string }[] }>(service(), scope, uuid, 'validate-etransport')).body;

describe('the partner of a declaration that is not the client of the note (TRN-9, TRN-22)', () => {
  it('an acquisition from the EU is valid with its foreign supplier, and not with the Romanian client', async () => {
    const own = await validated(await newNote(service(), scope, declarable(scope, acquisition)));
    expect(own).toMatchObject({ valid: false, errors: [{ rule: 'BR-004' }] });
    const note = await newNote(service(), scope, declarable(scope, { ...acquisition, ...supplier }));
    expect(note).toMatchObject({ ...supplier, clientId: scope.clientId });
    expect(await validated(note)).toMatchObject({ valid: true, errors: [] });
  });

  it('an import is valid with a supplier outside the EU', async () => {
    const imported = { ...acquisition, etransportOperationType: 40, ...supplier, etransportPartnerCode: null };
    const note = await newNote(service(), scope, declarable(scope, { ...imported, etransportPartnerCountry: 'CH' }));
    expect((await validated(note)).errors.map(({ rule }) => rule)).not.toContain('BR-006');
    const german = await newNote(service(), scope, declarable(scope, imported));
    expect((await validated(german)).errors.map(({ rule }) => rule)).toContain('BR-006');
  });

  it('PATCH sets it on an issued note, and removes it again', async () => {
    const note = await noteIn(service(), scope, 'issued', declarable(scope, acquisition));
    const change = (body: object) =>
      call<DeliveryNote>(service(), scope, 'PATCH', `/delivery-notes/${note.uuid}/etransport`, body);
    const { status, body } = await change({ ...supplier, etransportPartnerCode: ' de 811569869' });
    expect([status, body]).toMatchObject([200, { ...supplier, client: note.client }]);
    expect((await validated(note)).valid).toBe(true);
    const cleared = await change({ etransportPartnerName: null, etransportPartnerCountry: '', etransportPartnerCode: null });
    expect(cleared.body).toMatchObject({
      etransportPartnerName: null,
      etransportPartnerCountry: null,
      etransportPartnerCode: null,
    });
    expect((await validated(note)).valid).toBe(false);
  });
});
