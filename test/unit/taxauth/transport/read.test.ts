import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../infra/local/taxauth/transport/read.ts';
import type { TransportMessage } from '#shared/authority/etransport/message.ts';
import { writeMessage } from '#shared/authority/etransport/xml/write.ts';
import type { RoutePoint, TransportDeclaration } from '#shared/model/transport.ts';
import {
  confirmation,
  deletion,
  goodsOf,
  notification,
  UIT,
  validDeclaration,
  vehicleChange,
} from '../../../support/etransport/declarations.ts';

const read = (xml: string) => readMessage(Buffer.from(xml));

/** All fields are set. Never valid: an end of a route is an address, a border point or a customs office. */
const POINT: RoutePoint = {
  ...{ county: 12, locality: 'Cluj-Napoca', street: 'Calea Turzii', number: '7', otherInfo: 'rampa 3', postalCode: '400001' },
  ...{ borderPoint: 2, customsOffice: 222901 },
};
const FULL: TransportDeclaration = {
  ...validDeclaration(),
  postIncident: true,
  trailer1: 'CJ98REM',
  trailer2: 'CJ99REM',
  start: POINT,
  end: { ...POINT, county: 40, locality: 'Sector 3', otherInfo: 'poarta "B" & <C>' },
  goods: [goodsOf(30), { ...goodsOf(30), description: 'Țuică de prune', quantity: '1.5', valueWithoutVat: '0' }],
  documents: [
    { type: 30, number: 'AVZ-2026-001', date: '2026-11-22', remark: null },
    { type: 9999, number: 'X 1', date: '2026-11-23', remark: 'aviz vechi' },
  ],
};
/** All optional fields are empty. */
const NO_POINT: RoutePoint = {
  ...{ county: null, locality: null, street: null, number: null, otherInfo: null, postalCode: null },
  ...{ borderPoint: null, customsOffice: null },
};
const MINIMAL: TransportDeclaration = {
  ...validDeclaration(),
  ...{ declarant: null, reference: null, vehicle: null, transportDate: null, goods: [], documents: [] },
  ...{ start: NO_POINT, end: NO_POINT },
  partner: { country: null, taxId: null, name: null },
  transporter: { country: null, taxId: null, name: null },
};
const HEAD = { declarant: '14399840', reference: 'AVZ-1', postIncident: true };

const MESSAGES: [string, TransportMessage][] = [
  ['a notification', notification(FULL)],
  ['a correction', notification(FULL, UIT)],
  ['a notification without optional fields', notification(MINIMAL)],
  ['a deletion', { ...deletion(), ...HEAD }],
  ['a confirmation', { ...confirmation({ outcome: 30 }), ...HEAD }],
  ['a change of vehicle', { ...vehicleChange({ trailer1: 'B11REM', trailer2: 'B12REM', remark: 'pană' }), ...HEAD }],
  ['a change of vehicle in summer', { ...vehicleChange({ changedAt: '2026-07-01T21:30:59.000Z' }), ...HEAD }],
];

describe('reading a transport message', () => {
  it.each(MESSAGES)('reads %s as it was written', (_, message) => {
    expect(read(writeMessage(message))).toEqual({ message });
  });

  it('accepts any prefix of the namespace, any order of attributes, comments and character references', () => {
    const xml =
      '<t:eTransport refDeclarant="A&#x20;1" codDeclarant="14399840" xmlns:t="mfp:anaf:dgti:eTransport:declaratie:v2">' +
      `<!-- 1 --><t:stergere uit='${UIT}'></t:stergere></t:eTransport>`;
    expect(read(xml)).toEqual({ message: { ...deletion(), reference: 'A 1', postIncident: false } });
  });
});

describe('rejects', () => {
  const valid = writeMessage(notification(validDeclaration()));
  const vehicleChangeXml = writeMessage(vehicleChange());

  it.each([
    ['nothing', ''],
    ['malformed XML', valid.slice(0, -3)],
    ['a document type', valid.replace('<eTransport', '<!DOCTYPE a><eTransport')],
    ['text', valid.replace('</notificare>', 'text</notificare>')],
    ['another root', valid.replaceAll('eTransport ', 'transport ').replace('</eTransport>', '</transport>')],
    ['another namespace', valid.replace(':v2"', ':v1"')],
    ['no message element', valid.replace(/<notificare[\s\S]*<\/notificare>/, '')],
    ['an unknown message element', vehicleChangeXml.replace('modifVehicul', 'modificare')],
    ['two messages', vehicleChangeXml.replace('</eTransport>', `<stergere uit="${UIT}"/></eTransport>`)],
    ['an unknown attribute', valid.replace('codTarifar=', 'cod="1" codTarifar=')],
    ['an attribute of another namespace', valid.replace('codTarifar=', 'xmlns:x="urn:x" x:codTarifar=')],
    ['an empty attribute', valid.replace(/codTarifar="\d+"/, 'codTarifar=""')],
    ['an unknown element', valid.replace('</notificare>', '<altele/></notificare>')],
    ['two partners', valid.replace(/<partenerComercial.*\/>/, '$&$&')],
    ['a missing element', valid.replace(/<partenerComercial.*\/>/, '')],
    ['elements in another order', valid.replace(/(<partenerComercial.*\/>)\s*(<dateTransport.*\/>)/, '$2$1')],
    ['an invalid code', valid.replace('codJudet="12"', 'codJudet="Cluj"')],
    ['no type of operation', valid.replace(/ codTipOperatiune="30"/, '')],
    ['declPostAvarie other than D', valid.replace(' refDeclarant', ' declPostAvarie="N" refDeclarant')],
    ['no time of the change', vehicleChangeXml.replace(/ dataModificare="[^"]+"/, '')],
    ['a time with an offset', vehicleChangeXml.replace(/dataModificare="([^"]+)"/, 'dataModificare="$1+02:00"')],
    [
      'a local time that the change to summer time skips',
      vehicleChangeXml.replace(/dataModificare="[^"]+"/, 'dataModificare="2026-03-29T03:30:00"'),
    ],
  ])('%s', (_, xml) => {
    expect([valid, vehicleChangeXml]).not.toContain(xml);
    expect(read(xml)).toEqual({ refused: expect.stringMatching(/^Fisierul transmis nu este valid\. .*; \S/s) });
  });
});
