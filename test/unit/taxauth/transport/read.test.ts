import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../infra/local/taxauth/transport/read.ts';
import type { TransportMessage } from '../../../../shared/etransport/message.ts';
import { writeMessage } from '../../../../shared/etransport/xml/write.ts';
import type { RoutePoint, TransportDeclaration } from '../../../../shared/model/transport.ts';
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

/** Every field states something. Not valid: a route has one place at each end. */
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
/** Nothing is stated that can be left out. */
const EMPTY: TransportDeclaration = {
  ...validDeclaration(),
  ...{ declarant: null, reference: null, vehicle: null, transportDate: null, goods: [], documents: [] },
  partner: { country: null, taxId: null, name: null },
  transporter: { country: null, taxId: null, name: null },
};
const HEAD = { declarant: '14399840', reference: 'AVZ-1', postIncident: true };

const MESSAGES: [string, TransportMessage][] = [
  ['a notification', notification(FULL)],
  ['a correction', notification(FULL, UIT)],
  ['a notification that states next to nothing', notification(EMPTY)],
  ['a deletion', { ...deletion(), ...HEAD }],
  ['a confirmation', { ...confirmation({ outcome: 30 }), ...HEAD }],
  ['a change of vehicle', { ...vehicleChange({ trailer1: 'B11REM', trailer2: 'B12REM', remark: 'pană' }), ...HEAD }],
  ['a change of vehicle in summer', { ...vehicleChange({ changedAt: '2026-07-01T21:30:59.000Z' }), ...HEAD }],
];

describe('reading a transport message', () => {
  it.each(MESSAGES)('gives %s as it was written', (_, message) => {
    expect(read(writeMessage(message))).toEqual({ message });
  });

  it('takes any prefix of the namespace, any order of attributes, comments and references', () => {
    const xml =
      '<t:eTransport refDeclarant="A&#x20;1" codDeclarant="14399840" xmlns:t="mfp:anaf:dgti:eTransport:declaratie:v2">' +
      `<!-- 1 --><t:stergere uit='${UIT}'></t:stergere></t:eTransport>`;
    expect(read(xml)).toEqual({ message: { ...deletion(), reference: 'A 1', postIncident: false } });
  });
});

describe('refuses', () => {
  const valid = writeMessage(notification(validDeclaration()));
  const about = writeMessage(vehicleChange());

  it.each([
    ['nothing', ''],
    ['what is not well-formed', valid.slice(0, -3)],
    ['a document type', valid.replace('<eTransport', '<!DOCTYPE a><eTransport')],
    ['text', valid.replace('</notificare>', 'text</notificare>')],
    ['another root', valid.replaceAll('eTransport ', 'transport ').replace('</eTransport>', '</transport>')],
    ['another namespace', valid.replace(':v2"', ':v1"')],
    ['no content', valid.replace(/<notificare[\s\S]*<\/notificare>/, '')],
    ['unknown content', about.replace('modifVehicul', 'modificare')],
    ['two messages', about.replace('</eTransport>', `<stergere uit="${UIT}"/></eTransport>`)],
    ['an unknown attribute', valid.replace('codTarifar=', 'cod="1" codTarifar=')],
    ['an attribute of another namespace', valid.replace('codTarifar=', 'xmlns:x="urn:x" x:codTarifar=')],
    ['an empty attribute', valid.replace(/codTarifar="\d+"/, 'codTarifar=""')],
    ['an unknown element', valid.replace('</notificare>', '<altele/></notificare>')],
    ['two partners', valid.replace(/<partenerComercial.*\/>/, '$&$&')],
    ['a missing element', valid.replace(/<partenerComercial.*\/>/, '')],
    ['elements in another order', valid.replace(/(<partenerComercial.*\/>)\s*(<dateTransport.*\/>)/, '$2$1')],
    ['a code that is no number', valid.replace('codJudet="12"', 'codJudet="Cluj"')],
    ['no type of operation', valid.replace(/ codTipOperatiune="30"/, '')],
    ['another mark of an outage', valid.replace(' refDeclarant', ' declPostAvarie="N" refDeclarant')],
    ['no time of the change', about.replace(/ dataModificare="[^"]+"/, '')],
    ['a time with an offset', about.replace(/dataModificare="([^"]+)"/, 'dataModificare="$1+02:00"')],
    ['an hour that there is not', about.replace(/dataModificare="[^"]+"/, 'dataModificare="2026-03-29T03:30:00"')],
  ])('%s', (_, xml) => {
    expect([valid, about]).not.toContain(xml);
    expect(read(xml)).toEqual({ refused: expect.stringMatching(/^Fisierul transmis nu este valid\. .*; \S/s) });
  });
});
