import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transportCountries } from '#shared/authority/etransport/codes/countries.ts';
import { CUSTOMS_OFFICES } from '#shared/authority/etransport/codes/customs-offices.ts';
import { CONFIRMATIONS, OPERATIONS, PURPOSES, TRANSPORT_DOCUMENTS } from '#shared/authority/etransport/codes/operations.ts';
import { BORDER_POINTS, COUNTIES } from '#shared/authority/etransport/codes/places.ts';
import { COMMON_UNITS } from '#shared/authority/etransport/codes/units.ts';
import { UNITS_OF_MEASURE } from '#shared/model/codes/units-of-measure.ts';
import { countyName } from '#shared/model/codes/county-names.ts';
import { SKIPPED, transportOracle } from '../../conformance/etransport/schematron.ts';
import { ARTIFACTS } from '../../support/einvoice/oracle.ts';

const codes = (list: readonly { code: number }[]): string[] => list.map(({ code }) => String(code));

describe('code lists of transport declarations (TRN-6, TRN-26)', () => {
  it.each([
    [OPERATIONS, 11],
    [PURPOSES, 16],
    [COUNTIES, 42],
    [BORDER_POINTS, 38],
    [CUSTOMS_OFFICES, 90],
    [TRANSPORT_DOCUMENTS, 4],
    [CONFIRMATIONS, 3],
  ])('have each code once, with its name', (list, count) => {
    expect(new Set(codes(list)).size).toBe(count);
    expect(list.filter(({ code, name }) => !(code > 0) || name === '')).toEqual([]);
    // The authority writes cedillas; Romanian has commas.
    expect(list.filter(({ name }) => /[şţŞŢ]/.test(name))).toEqual([]);
  });

  it('name the counties as ISO 3166-2 does', () => {
    const names = COUNTIES.map(({ iso, name }) => [countyName(iso), name.replace('Municipiul ', '')]);
    expect(names.filter(([iso, name]) => iso !== name)).toEqual([]);
  });

  it('distinguish customs offices inland from those at the border', () => {
    const of = (wanted: number) => CUSTOMS_OFFICES.find(({ code }) => code === wanted);
    expect(of(122801)).toEqual({ code: 122801, name: 'BVI Cluj Napoca', kind: 'inland', euCode: 'ROCJ1800' });
    expect(of(132901)).toEqual({ code: 132901, name: 'BVF Constanța Sud Agigea', kind: 'border', euCode: 'ROCT1900' });
    expect(of(372901)?.euCode).toBeNull();
  });

  it('offer units that are in the list', () => {
    expect(COMMON_UNITS.filter(({ code }) => !UNITS_OF_MEASURE.has(code))).toEqual([]);
  });
});

describe.skipIf(!transportOracle)(`code lists against the official files${SKIPPED}`, () => {
  const official = (name: string): string => readFileSync(resolve(ARTIFACTS, 'etransport', name), 'utf8');
  const xsd = (type: string): string[] => {
    const text = transportOracle ? official('schema_ETR_v2_20230126.xsd') : '';
    const start = text.indexOf(`simpleType name="${type}"`);
    return [...text.slice(start, text.indexOf('</xs:simpleType>', start)).matchAll(/value="([^"]+)"/g)].map(
      ([, value]) => value!,
    );
  };
  const schematron = (rule: string): string[] => {
    const text = official('eTransport-validation_v.2.0.2_12082024.sch');
    const end = text.indexOf(`id="${rule}"`);
    const list = /contains\(' ([^']+) '/.exec(text.slice(text.lastIndexOf('<assert', end), end));
    return list![1]!.split(' ');
  };

  it.each([
    ['CodTipOperatiuneType', 'BR-CL-004', OPERATIONS],
    ['CodScopOperatiuneType', 'BR-CL-005', PURPOSES],
    ['CodJudetType', 'BR-CL-002', COUNTIES],
    ['CodPtfType', 'BR-CL-006', BORDER_POINTS],
    ['CodBirouVamalType', 'BR-CL-007', CUSTOMS_OFFICES],
    ['TipConfirmareType', 'BR-CL-008', CONFIRMATIONS],
    ['TipDocumentType', 'BR-CL-009', TRANSPORT_DOCUMENTS],
  ])('%s and %s', (type, rule, list) => {
    expect(codes(list).sort()).toEqual(xsd(type).sort());
    expect(codes(list).sort()).toEqual(schematron(rule).sort());
  });

  it('countries and units', () => {
    expect([...transportCountries()].sort()).toEqual(schematron('BR-CL-001').sort());
    expect([...UNITS_OF_MEASURE].sort()).toEqual(schematron('BR-CL-003').sort());
  });
});
