import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { codeListsSchema } from '#shared/authority/etransport/codes/schema.ts';
import { useService } from '../../support/service.ts';

type Lists = z.output<typeof codeListsSchema>['data'];

const service = useService();
let data: Lists;
beforeAll(async () => {
  const { token } = await service().newUser();
  const { status, body } = await service().api('GET', '/api/v1/etransport-codes', { token });
  expect(status).toBe(200);
  ({ data } = body as z.output<typeof codeListsSchema>);
});

describe('code lists of transport declarations (TRN-6)', () => {
  it('lists them with their official names', () => {
    expect(Object.entries(data).map(([list, entries]) => [list, entries.length])).toEqual([
      ['operationTypes', 11],
      ['purposeCodes', 16],
      ['counties', 42],
      ['borderPoints', 38],
      ['customsOffices', 90],
      ['countries', 251],
      ['units', 16],
      ['documentTypes', 4],
      ['confirmations', 3],
    ]);
    expect(data.operationTypes.find(({ code }) => code === 30)).toEqual({
      code: 30,
      name: 'Transport pe teritoriul național',
      abbreviation: 'TTN',
      direction: 'national',
      partner: 'RO',
      purposes: [101, 704, 705, 9901],
    });
    expect(data.counties.at(-1)).toEqual({ code: 52, name: 'Giurgiu', iso: 'RO-GR' });
    expect(data.borderPoints[1]).toEqual({ code: 2, name: 'Borș', country: 'HU' });
  });

  it.each([
    ['DE', 'Germania', true],
    ['RO', 'România', true],
    ['EL', 'Grecia', true],
    ['XI', 'Irlanda de Nord', true],
    ['XK', 'Kosovo', false],
    ['CH', 'Elveția', false],
  ])('names the country %s', (code, name, isEu) => {
    const { countries } = data;
    expect(countries.filter(one => one.code === code)).toEqual([{ code, name, isEu }]);
    expect(countries.filter(one => one.name === one.code || one.code === 'GR')).toEqual([]);
  });

  it('has the codes and units of TRN-6', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
    expect(data.counties.map(({ code }) => code)).toEqual([...numbers(40), 51, 52]);
    expect(data.borderPoints.map(({ code }) => code)).toEqual(numbers(38));
    const behind = (country: string) => data.borderPoints.filter(one => one.country === country).map(({ code }) => code);
    expect([behind('BG'), behind('RS'), behind('UA'), behind('MD')]).toEqual([
      [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
      [25, 26, 27, 28],
      [29, 36],
      [30, 31, 32, 33, 34],
    ]);
    expect(data.units.map(({ code }) => code)).toEqual(
      'KGM TNE LTR MTR MTK MTQ H87 SET PR XCT XBX XPK XPX XRO XSA XBA'.split(' '),
    );
    // County, then 28xx for an inland office and 29xx for one at the border.
    const counties = new Set(data.counties.map(({ code }) => code));
    for (const { code, kind } of data.customsOffices) {
      expect(counties.has(Math.floor(code / 10_000)), String(code)).toBe(true);
      expect(Math.floor((code % 10_000) / 100), String(code)).toBe(kind === 'inland' ? 28 : 29);
    }
  });
});
