import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as bulkConvert } from '../../../functions/delivery-notes/bulk-convert.ts';
import { handler as changeTransport } from '../../../functions/delivery-notes/change-transport.ts';
import { handler as create } from '../../../functions/delivery-notes/create.ts';
import { handler as fromProforma } from '../../../functions/delivery-notes/from-proforma.ts';
import { handler as list } from '../../../functions/delivery-notes/list.ts';
import { handler as pdf } from '../../../functions/delivery-notes/pdf.ts';
import { handler as requirement } from '../../../functions/delivery-notes/transport-requirement.ts';
import { handler as update } from '../../../functions/delivery-notes/update.ts';
import { handler as send } from '../../../functions/delivery-note-emails/send.ts';
import { handler as sendToCarrier } from '../../../functions/delivery-note-emails/send-to-carrier.ts';
import { declarable, deliveryNoteBody } from '../../support/delivery-notes.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Errors of endpoints of delivery notes by query and body alone. */

const scope = { token: '', company: companyScope(''), clientId: randomUUID(), vat21: randomUUID() };

const line = (overrides: object) => ({ description: 'x', quantity: 1, unitPrice: 10, vatRateId: scope.vat21, ...overrides });
const transportLine = (overrides: object) => ({ lines: [{ ...declarable(scope).lines[0], ...overrides }] });
const invalid = (...fields: string[]) => ({
  status: 422,
  code: 'validation_error',
  details: Object.fromEntries(fields.map(field => [field, [expect.any(String)]])),
});

describe.each([
  ['POST /delivery-notes', create],
  ['PUT /delivery-notes/{uuid}', update],
])('%s', (_, handler) => {
  const refused = (overrides: object) => refusedRequest(handler, { body: deliveryNoteBody(scope, overrides) });

  it('accepts a valid body', async () => {
    expect(await refused({})).toBeUndefined();
    expect(await refused(declarable(scope))).toBeUndefined();
  });

  it.each(['clientId', 'issueDate', 'dueDate', 'currency', 'lines'])('422 without %s', async field => {
    expect(await refused({ [field]: undefined })).toEqual(invalid(field));
  });

  it.each<[string, object, string]>([
    ['no lines', { lines: [] }, 'lines'],
    ['a line without vatRateId', { lines: [line({ vatRateId: undefined })] }, 'lines.0.vatRateId'],
    ['a text of 256 characters', { deputyName: 'x'.repeat(256) }, 'deputyName'],
  ])('422 for %s', async (_, overrides, field) => {
    expect(await refused(overrides)).toEqual(invalid(field));
  });

  it.each([
    ['etransportOperationType', 31],
    ['etransportVehicleNumber', 'X'],
    ['etransportTransporterCountry', 'XX'],
    ['etransportTransporterName', 'X'],
    ['etransportTransportDate', '2026-02-30'],
    ['etransportStartCounty', 41],
    ['etransportEndBorderPoint', 39],
    ['etransportEndCustomsOffice', 1],
    ['etransportEndStreet', 'x'.repeat(101)],
    ['etransportPartnerName', 'x'],
    ['etransportPartnerName', 'x'.repeat(201)],
    ['etransportPartnerCountry', 'XX'],
    ['etransportPartnerCode', 'DE-1'],
    ['skipEtransport', 'yes'],
  ])('422 for %s %s', async (field, value) => {
    expect(await refused({ [field]: value })).toEqual(invalid(field));
  });

  it.each([
    ['tariffCode', '12345'],
    ['purposeCode', 1],
    ['unitOfMeasureCode', 'kilogram'],
    ['netWeight', 0],
    ['grossWeight', '1.234'],
    ['valueWithoutVat', -1],
  ])('422 for %s %s of a line', async (field, value) => {
    expect(await refused(transportLine({ [field]: value }))).toEqual(invalid(`lines.0.${field}`));
  });
});

describe('PATCH /delivery-notes/{uuid}/etransport', () => {
  it.each<[string, object, string]>([
    ['an unknown county', { etransportStartCounty: 99 }, 'etransportStartCounty'],
    ['a weight that is no number', { lines: [{ uuid: randomUUID(), netWeight: 'x' }] }, 'lines.0.netWeight'],
  ])('422 for %s', async (_, body, field) => {
    expect(await refusedRequest(changeTransport, { body })).toEqual(invalid(field));
  });
});

describe('POST /delivery-notes/bulk-convert', () => {
  const id = randomUUID();
  it.each([
    ['one id', [id]],
    ['an id twice', [id, id]],
    ['101 ids', Array.from({ length: 101 }, () => randomUUID())],
  ])('422 for %s', async (_, ids) => {
    expect(await refusedRequest(bulkConvert, { body: { ids } })).toMatchObject({ status: 422, code: 'validation_error' });
  });

  it('accepts 2 ids and 100', async () => {
    for (const length of [2, 100])
      expect(await refusedRequest(bulkConvert, { body: { ids: Array.from({ length }, () => randomUUID()) } })).toBeUndefined();
  });
});

describe('POST /delivery-notes/from-proforma', () => {
  it.each([undefined, 'x', 7])('422 for proformaId %j', async proformaId => {
    expect(await refusedRequest(fromProforma, { body: { proformaId } })).toEqual(invalid('proformaId'));
  });
});

describe('GET /delivery-notes', () => {
  it.each([
    ['status=paid', 'status'],
    ['sort=client', 'sort'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['toInvoice=yes', 'toInvoice'],
    ['toInvoice=1', 'toInvoice'],
    ['toInvoice=TRUE', 'toInvoice'],
    ['etransportStatus=sent', 'etransportStatus'],
  ])('422 for %s', async (query, field) => {
    expect(await refusedRequest(list, { query })).toEqual(invalid(field));
  });
});

describe('GET /delivery-notes/{uuid}/pdf', () => {
  it.each(['hideVat', 'hidePrices'])('422 for %s=yes', async field => {
    expect(await refusedRequest(pdf, { query: `${field}=yes` })).toEqual(invalid(field));
  });
});

describe('GET /delivery-notes/{uuid}/etransport/requirement', () => {
  it.each(['0', '-1', '3.5', 'heavy', '1000000'])('422 for a vehicle of %s kg', async mass => {
    expect(await refusedRequest(requirement, { query: `vehicleMass=${mass}` })).toEqual(invalid('vehicleMass'));
  });
});

describe.each([
  ['POST /delivery-notes/{uuid}/email', send],
  ['POST /delivery-notes/{uuid}/etransport/email', sendToCarrier],
])('%s', (_, handler) => {
  it.each<[object, string]>([
    [{}, 'to'],
    [{ to: 'nobody' }, 'to'],
    [{ to: 'a@b.example', cc: 'x@y.example' }, 'cc'],
  ])('400 for %j', async (body, field) => {
    expect(await refusedRequest(handler, { body })).toEqual({ ...invalid(field), status: 400, code: 'bad_request' });
  });
});
