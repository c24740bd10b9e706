import { describe, expect, it } from 'vitest';
import type { DeliveryNote, DeliveryNotePage } from '../../support/contract.ts';
import {
  actOnNote,
  declarable,
  delivering,
  deliveryNoteBody,
  detailOfNote,
  newNote,
  noteIn,
  postNote,
  transport,
  transportOfLine,
  useDelivering,
} from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { offering, proformaBody } from '../../support/proformas.ts';
import { NEVER_SUBMITTED, NO_TRANSPORT, NO_TRANSPORT_OF_LINE } from '#shared/model/transport.ts';

const { service, scope } = useDelivering();

const put = (note: DeliveryNote, overrides: object) =>
  call<DeliveryNote>(service(), scope, 'PUT', `/delivery-notes/${note.uuid}`, deliveryNoteBody(scope, overrides));
const refused = async (overrides: object): Promise<[number, string[]]> => {
  const { status, body } = await postNote(service(), scope, overrides);
  return [status, Object.keys(body.error?.details ?? {})];
};

describe('The transport fields of a note (TRN-1 to TRN-12)', () => {
  it('are absent in a note that states none, which was never submitted', async () => {
    const { uuid } = await newNote(service(), scope);
    const shown = await detailOfNote(service(), scope, uuid);
    expect(shown).toMatchObject({ ...NO_TRANSPORT, ...NEVER_SUBMITTED });
    expect(shown.lines[0]).toMatchObject(NO_TRANSPORT_OF_LINE);
  });

  it('are stored in the declared form', async () => {
    const { body } = await postNote(
      service(),
      scope,
      declarable(scope, {
        ...{
          etransportVehicleNumber: ' cj-12 abc',
          etransportTransporterCountry: 'gr',
          etransportTransporterCode: 'RO 14399840',
        },
        ...{ etransportTrailer1: '', etransportPostIncident: true, skipEtransport: true, etransportEndPostalCode: '030011' },
      }),
    );
    expect(body).toMatchObject({
      ...{ ...transport(), etransportVehicleNumber: 'CJ12ABC', etransportTransporterCountry: 'EL', etransportTrailer1: null },
      ...{ etransportPostIncident: true, skipEtransport: true, etransportEndPostalCode: '030011' },
      lines: [{ ...NO_TRANSPORT_OF_LINE, ...transportOfLine }],
    });
    expect(await detailOfNote(service(), scope, body.uuid)).toEqual(body);
  });

  it('the state of the declaration is read-only', async () => {
    const stated = { etransportStatus: 'ok', etransportUit: '3V0P0L0P0T3JUW46', etransportUploadId: '1' };
    expect(await newNote(service(), scope, stated)).toMatchObject(NEVER_SUBMITTED);
  });

  it('PUT replaces all of them, also those of a line that stays', async () => {
    const note = await newNote(service(), scope, declarable(scope));
    const [line] = note.lines;
    const [stated] = declarable(scope).lines;
    const lines = [{ ...stated, uuid: line!.uuid, netWeight: undefined, grossWeight: 1300.5 }];
    const { body } = await put(note, { etransportStartCounty: 1, lines });
    expect(body).toMatchObject({ ...NO_TRANSPORT, etransportStartCounty: 1 });
    expect(body.lines[0]).toMatchObject({ uuid: line!.uuid, netWeight: null, grossWeight: '1300.50', tariffCode: '07019050' });
  });

  it('422 for values that may not be declared, by their fields', async () => {
    const [line] = declarable(scope).lines;
    const wrong = { etransportOperationType: 31, skipEtransport: 'yes', lines: [{ ...line, netWeight: 0 }] };
    const [status, fields] = await refused(wrong);
    expect([status, fields.toSorted()]).toEqual([422, ['etransportOperationType', 'lines.0.netWeight', 'skipEtransport']]);
  });

  it('are copied from the source to a note that takes goods back, which was never submitted', async () => {
    const source = await noteIn(service(), scope, 'issued', declarable(scope));
    const { body } = await actOnNote(service(), scope, source.uuid, 'storno');
    expect(body).toMatchObject({ ...transport(), ...NEVER_SUBMITTED, lines: [transportOfLine] });
  });

  it('are absent in a note of a proforma', async () => {
    const own = await offering(service(), scope, 'PFT');
    const proforma = await call<{ uuid: string }>(service(), scope, 'POST', '/proforma-invoices', proformaBody(own));
    const { status, body } = await call<DeliveryNote>(service(), scope, 'POST', '/delivery-notes/from-proforma', {
      proformaId: proforma.body.uuid,
    });
    expect([status, body]).toMatchObject([201, { ...NO_TRANSPORT, ...NEVER_SUBMITTED, lines: [NO_TRANSPORT_OF_LINE] }]);
  });

  it('are in the items of the list, which can be filtered by the state of the declaration', async () => {
    const own = await delivering(service());
    const note = await newNote(service(), own, declarable(own));
    const list = (query: string) => call<DeliveryNotePage>(service(), own, 'GET', `/delivery-notes${query}`);
    expect((await list('')).body.data[0]).toMatchObject({ uuid: note.uuid, ...transport(), ...NEVER_SUBMITTED });
    expect((await list('?etransportStatus=uploaded,ok')).body).toMatchObject({ data: [], total: 0 });
    expect((await list('?etransportStatus=')).body.total).toBe(1);
    expect((await list('?etransportStatus=sent')).status).toBe(422);
  });
});
