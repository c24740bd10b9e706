import { describe, expect, it } from 'vitest';
import { bucharestSector, countyCode, einvoiceAddress } from '#shared/authority/einvoice/addresses.ts';

describe('countyCode', () => {
  it.each([
    ['Cluj', 'RO-CJ'],
    ['jud. Cluj', 'RO-CJ'],
    ['Județul Cluj', 'RO-CJ'],
    ['JUD.CLUJ', 'RO-CJ'],
    ['CJ', 'RO-CJ'],
    ['cj', 'RO-CJ'],
    ['RO-CJ', 'RO-CJ'],
    ['ro_cj', 'RO-CJ'],
    ['Iași', 'RO-IS'],
    ['Iaşi', 'RO-IS'], // cedilla
    ['Iasi', 'RO-IS'],
    ['Caraș-Severin', 'RO-CS'],
    ['CARAS SEVERIN', 'RO-CS'],
    ['Bistrița - Năsăud', 'RO-BN'],
    ['Dîmbovița', 'RO-DB'],
    ['Vîlcea', 'RO-VL'],
    ['satu  mare', 'RO-SM'],
    ['București', 'RO-B'],
    ['Municipiul Bucureşti', 'RO-B'],
    ['Mun. Bucuresti', 'RO-B'],
    ['Bucuresti Sector 3', 'RO-B'],
    ['Sector 3', 'RO-B'],
    ['B', 'RO-B'],
    ['RO-B', 'RO-B'],
    ['Bucharest', 'RO-B'],
  ])('%s is %s', (text, code) => {
    expect(countyCode(text)).toBe(code);
  });

  it.each(['Transilvania', '', 'RO', 'Sector 7', 'Clujul', 'RO-XX', null])('%s is no county', text => {
    expect(countyCode(text)).toBeNull();
  });

  it('knows the 42 codes of ISO 3166-2:RO (BR-RO-110)', () => {
    const codes =
      'AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS';
    for (const code of codes.split(' ')) expect(countyCode(`RO-${code}`)).toBe(`RO-${code}`);
  });
});

describe('bucharestSector', () => {
  it.each([
    [['Sector 1'], 'SECTOR1'],
    [['SECTOR2'], 'SECTOR2'],
    [['București, sectorul 3'], 'SECTOR3'],
    [['Bucuresti', 'Bucuresti Sector 4'], 'SECTOR4'],
    [['București', null, 'Str. Lungă 5, sect. 6, bl. 2'], 'SECTOR6'],
    [['Sector 7'], null],
    [['București', undefined, 'Str. Sectorului 12'], null],
  ])('%j names %s', (texts, sector) => {
    expect(bucharestSector(...texts)).toBe(sector);
  });
});

describe('einvoiceAddress', () => {
  const typed = { address: ' Str. Morii 1 ', city: 'Turda', county: 'Cluj', postalCode: '', country: 'ro' };

  it('normalises a Romanian address', () => {
    expect(einvoiceAddress(typed)).toEqual({
      street: 'Str. Morii 1',
      city: 'Turda',
      postalZone: null,
      subdivision: 'RO-CJ',
      country: 'RO',
    });
  });

  it('takes Bucharest from the city where the county is missing', () => {
    expect(einvoiceAddress({ ...typed, city: 'Sector 5', county: null })).toMatchObject({ city: 'SECTOR5', subdivision: 'RO-B' });
  });

  it('does not change what it cannot recognise', () => {
    expect(einvoiceAddress({ ...typed, city: 'București', county: 'Bucuresti' })).toMatchObject({
      city: 'București',
      subdivision: 'RO-B',
    });
    expect(einvoiceAddress({ ...typed, county: 'Ardeal' })).toMatchObject({ subdivision: 'Ardeal' });
  });

  it('does not change a foreign address', () => {
    const foreign = { ...typed, city: 'Sector 5', county: 'Cluj', country: 'EL' };
    expect(einvoiceAddress(foreign)).toMatchObject({ city: 'Sector 5', subdivision: 'Cluj', country: 'GR' });
  });
});
