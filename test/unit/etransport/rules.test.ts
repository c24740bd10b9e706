import { describe, expect, it } from 'vitest';
import type { TransportMessage } from '#shared/authority/etransport/message.ts';
import {
  brokenRules,
  DECLARATION_RULES,
  DOCUMENT_RULES,
  LINE_RULES,
  MESSAGE_RULES,
} from '#shared/authority/etransport/rules/sets.ts';
import type { TransportDeclaration, TransportGoods } from '#shared/model/transport.ts';
import {
  address,
  borderPoint,
  confirmation,
  customsOffice,
  deletion,
  goodsOf,
  notification,
  UIT,
  validDeclaration,
  vehicleChange,
} from '../../support/etransport/declarations.ts';

/** Each rule of TRN-20 to TRN-28 and of the Schematron on a declaration with one error. */
type Case = [rule: string, field: string, message: TransportMessage];

const declared = (rule: string, field: string, changes: Partial<TransportDeclaration>, type = 30): Case => [
  rule,
  field,
  notification({ ...validDeclaration(type), ...changes }),
];

const line = (rule: string, field: string, changes: Partial<TransportGoods>, type = 30): Case =>
  declared(rule, `lines.0.${field}`, { goods: [{ ...goodsOf(type), ...changes }] }, type);

const partner = (rule: string, type: number, changes: Partial<TransportDeclaration['partner']>): Case =>
  declared(rule, 'clientId', { partner: { ...validDeclaration(type).partner, ...changes } }, type);

const transporter = (rule: string, field: string, changes: Partial<TransportDeclaration['transporter']>, type = 30): Case =>
  declared(rule, field, { transporter: { ...validDeclaration(type).transporter, ...changes } }, type);

const HERE = address(12, 'Cluj-Napoca', 'Calea Turzii');
const OTHER = { type: 9999, number: null, date: '2026-11-22', remark: null };
const TOO_LONG = '1234567890123.5';

const CASES: Case[] = [
  declared('BR-002', 'company', { declarant: '0123' }),
  declared('BR-002', 'company', { declarant: null }),
  ['BR-002', 'company', deletion({ declarant: null })],
  declared('BR-002', 'etransportTransportDate', { transportDate: null }),
  transporter('BR-002', 'etransportTransporterCountry', { country: null }),
  transporter('BR-002', 'etransportTransporterName', { name: ' ' }),
  ...[10, 12, 14, 20, 22, 24, 60, 70].flatMap(type => [
    partner('BR-004', type, { country: 'RO' }),
    partner('BR-004', type, { country: 'MD' }),
  ]),
  partner('BR-005', 30, { country: 'DE' }),
  partner('BR-006', 40, { country: 'EL' }),
  partner('BR-006', 50, { country: 'XI' }),
  partner('BR-007', 30, { taxId: null }),
  partner('BR-007', 30, { taxId: 'XPFX' }),
  partner('BR-007', 30, { taxId: '012345' }),
  ['BR-003', 'uit', deletion({ uit: 'OOOOOOOOOOOOOO06' })],
  ['BR-008', 'uit', deletion({ uit: ' ' })],
  ['BR-008', 'uit', notification(validDeclaration(), '')],
  ['BR-019', 'uit', deletion({ uit: `${UIT.slice(0, 14)}47` })],
  ['BR-019', 'uit', notification(validDeclaration(), `${UIT.slice(0, 14)}00`)],
  ['BR-019', 'uit', confirmation({ uit: `${UIT.slice(0, 14)}00` })],
  line('BR-020', 'grossWeight', { netWeight: '1300', grossWeight: '1299.99' }),
  declared('BR-026', 'documents', { documents: [OTHER] }),
  line('BR-027', 'quantity', { quantity: '0' }),
  line('BR-027', 'quantity', { quantity: '-12' }),
  line('BR-035', 'quantity', { quantity: '1.125' }),
  line('BR-036', 'quantity', { quantity: '1234567890123' }),
  line('BR-028', 'netWeight', { netWeight: '0' }),
  line('BR-037', 'netWeight', { netWeight: '1.125' }),
  line('BR-038', 'netWeight', { netWeight: TOO_LONG, grossWeight: TOO_LONG }),
  line('BR-029', 'grossWeight', { netWeight: '0', grossWeight: '0' }),
  line('BR-039', 'grossWeight', { grossWeight: '1260.125' }),
  line('BR-040', 'grossWeight', { grossWeight: TOO_LONG }),
  line('BR-030', 'valueWithoutVat', { valueWithoutVat: '-0.01' }),
  line('BR-041', 'valueWithoutVat', { valueWithoutVat: '1.125' }),
  line('BR-042', 'valueWithoutVat', { valueWithoutVat: TOO_LONG }),
  declared('BR-031', 'etransportVehicleNumber', { vehicle: null }),
  declared('BR-031', 'etransportVehicleNumber', { vehicle: 'CJ-12-ABC' }),
  ['BR-031', 'vehicleNumber', vehicleChange({ vehicle: 'B 99 XYZ' })],
  declared('BR-032', 'etransportTrailer1', { trailer1: 'A' }),
  ['BR-032', 'trailer1', vehicleChange({ trailer1: 'A' })],
  declared('BR-033', 'etransportTrailer2', { trailer2: 'cj12abc' }),
  ['BR-033', 'trailer2', vehicleChange({ trailer2: 'A' })],
  line('BR-034', 'tariffCode', { tariffCode: '07019' }),
  transporter('BR-043', 'etransportTransporterCode', { taxId: 'PF' }, 20),
  transporter('BR-043', 'etransportTransporterCode', { taxId: null }, 20),
  transporter('BR-209', 'etransportTransporterCode', { taxId: null }),
  transporter('BR-209', 'etransportTransporterCode', { taxId: 'XPFX' }),
  ...[10, 20, 30, 60, 70].map(type => declared('BR-046', 'etransportEndCustomsOffice', { end: customsOffice(132901) }, type)),
  declared('BR-046', 'etransportStartCustomsOffice', { start: customsOffice(132901) }),
  line('BR-068', 'purposeCode', { purposeCode: 704 }, 10),
  line('BR-069', 'purposeCode', { purposeCode: 201 }, 20),
  line('BR-070', 'purposeCode', { purposeCode: 9999 }),
  ...[12, 14, 22, 24, 40, 50, 60, 70].map(type => line('BR-205', 'purposeCode', { purposeCode: 101 }, type)),
  ['BR-204', 'vehicleNumber', vehicleChange({ vehicle: null })],
  line('BR-206', 'tariffCode', { tariffCode: null }),
  line('BR-206', 'description', { description: ' ' }),
  line('BR-206', 'unitOfMeasureCode', { unitCode: null }),
  line('BR-207', 'netWeight', { netWeight: null }),
  line('BR-208', 'valueWithoutVat', { valueWithoutVat: null }),
  declared('BR-210', 'etransportStartCounty', { start: { ...HERE, county: null, locality: null, street: null } }),
  declared('BR-210', 'etransportStartCounty', { start: { ...HERE, street: null } }),
  declared('BR-210', 'etransportStartCounty', { start: { ...HERE, borderPoint: 2 } }, 10),
  declared('BR-211', 'etransportEndCounty', { end: { ...HERE, locality: null } }),
  declared('BR-211', 'etransportEndCounty', { end: { ...HERE, borderPoint: 2 } }, 20),
  ...[20, 22, 24, 30, 50, 70].map(type => declared('BR-212', 'etransportStartBorderPoint', { start: borderPoint(2) }, type)),
  ...[12, 14, 30, 40, 60].map(type => declared('BR-213', 'etransportEndBorderPoint', { end: borderPoint(2) }, type)),
  declared('BR-214', 'etransportStartLocality', { start: { ...HERE, locality: 'x' } }),
  declared('BR-214', 'etransportEndLocality', { end: { ...HERE, locality: 'x'.repeat(101) } }),
  declared('BR-215', 'etransportStartStreet', { start: { ...HERE, street: 'x'.repeat(101) } }),
  declared('BR-215', 'etransportEndStreet', { end: { ...HERE, street: 'x' } }),
  declared('BR-216', 'etransportStartCustomsOffice', { start: customsOffice(222901) }, 50),
  declared('BR-217', 'etransportEndCustomsOffice', { end: customsOffice(222901) }, 40),
  line('BR-218', 'grossWeight', { grossWeight: null }),
  partner('BR-CL-001', 40, { country: 'XX' }),
  declared('BR-CL-002', 'etransportStartCounty', { start: { ...HERE, county: 41 } }),
  declared('BR-CL-002', 'etransportEndCounty', { end: { ...HERE, county: 50 } }),
  line('BR-CL-003', 'unitOfMeasureCode', { unitCode: 'UNI' }),
  declared('BR-CL-004', 'etransportOperationType', { operationType: 11 }),
  line('BR-CL-005', 'purposeCode', { purposeCode: 100 }),
  declared('BR-CL-006', 'etransportStartBorderPoint', { start: borderPoint(39) }, 10),
  declared('BR-CL-006', 'etransportEndBorderPoint', { end: borderPoint(0) }, 20),
  declared('BR-CL-007', 'etransportStartCustomsOffice', { start: customsOffice(1) }, 40),
  declared('BR-CL-007', 'etransportEndCustomsOffice', { end: customsOffice(1) }, 50),
  ['BR-CL-008', 'outcome', confirmation({ outcome: 40 })],
  declared('BR-CL-009', 'documents', { documents: [{ ...OTHER, type: 40 }] }),
  transporter('BR-CL-010', 'etransportTransporterCountry', { country: 'GR' }, 40),
];

/** Rules that cannot be violated alone: each error violates two of them. */
const TOGETHER: Record<string, string[]> = {
  'BR-218': ['BR-020'],
  'BR-038': ['BR-040'],
  'BR-029': ['BR-028'],
  'BR-216': ['BR-046'],
  'BR-217': ['BR-046'],
  'BR-046': ['BR-216', 'BR-217'],
  'BR-CL-005': ['BR-070'],
};

const found = (message: TransportMessage): string[] =>
  brokenRules(message).map(({ rule: { id, field }, line: at }) => `${id} ${at === null ? '' : `lines.${at}.`}${field}`);

describe('rules on transport declarations (TRN-20 to TRN-28, Schematron 2.0.2)', () => {
  it.each(CASES.map(([rule, field, message], place) => [`${rule} ${field}, case ${place + 1}`, rule, field, message] as const))(
    '%s',
    (_, rule, field, message) => {
      const all = found(message);
      expect(all).toContain(`${rule} ${field}`);
      const others = all.filter(each => each !== `${rule} ${field}` && !TOGETHER[rule]?.includes(each.split(' ')[0]!));
      expect(others).toEqual([]);
    },
  );

  it('every rule has a case', () => {
    const ids = [...DECLARATION_RULES, ...LINE_RULES, ...DOCUMENT_RULES, ...MESSAGE_RULES].map(
      ({ id, field }) => `${id} ${field}`,
    );
    const tried = CASES.map(([rule, field]) => `${rule} ${field.replace(/^lines\.0\./, '')}`);
    expect([...new Set(ids)].filter(id => !tried.includes(id))).toEqual([]);
  });

  it.each([10, 12, 14, 20, 22, 24, 30, 40, 50, 60, 70])('a declaration of operation %i violates none', type => {
    expect(found(notification(validDeclaration(type)))).toEqual([]);
  });

  it('its correction and messages about its identifier violate none', () => {
    const messages = [notification(validDeclaration(), UIT), deletion(), confirmation(), vehicleChange()];
    expect(messages.flatMap(found)).toEqual([]);
  });

  it.each([60, 70])('goods in transit (%i) need no tariff code, net weight and value', type => {
    const goods = { ...goodsOf(type), tariffCode: null, netWeight: null, valueWithoutVat: null };
    expect(found(notification({ ...validDeclaration(type), goods: [goods] }))).toEqual([]);
  });

  it('a person without a known number is PF, as partner and as carrier', () => {
    const declaration = validDeclaration();
    const person = { ...declaration.partner, taxId: 'PF' };
    expect(found(notification({ ...declaration, partner: person, transporter: person }))).toEqual([]);
  });
});
