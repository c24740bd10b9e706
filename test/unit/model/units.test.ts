import { describe, expect, it } from 'vitest';
import { UNITS_OF_MEASURE } from '#shared/model/codes/units-of-measure.ts';
import { unitCode, UNIT_WORDS, unitName } from '#shared/model/codes/units.ts';
import { UNITS } from '#shared/documents/invoices/defaults/labels.ts';

describe('known units (EIN-10)', () => {
  it.each([...UNIT_WORDS])('%s is %s, which is in the code list (BR-CL-23)', (word, code) => {
    expect([...UNITS_OF_MEASURE]).toContain(code);
    expect(unitCode(word)).toEqual({ code, known: true });
    expect(UNIT_WORDS.get(unitName(code))).toBe(code);
  });

  it.each(UNITS.map(unit => [unit.value, unit.code]))('the form for an invoice offers %s with its code %s', (value, code) => {
    expect(unitCode(value)).toEqual({ code, known: true });
    expect([...UNITS_OF_MEASURE]).toContain(code);
  });
});

describe('unitCode', () => {
  it.each([
    ['buc', 'H87'],
    ['Bucăți', 'H87'],
    ['BUC.', 'H87'],
    ['KG', 'KGM'],
    ['tonă', 'TNE'],
    ['m²', 'MTK'],
    ['mc', 'MTQ'],
    ['oră', 'HUR'],
    ['Săptămâna', 'WEE'],
    ['kWh', 'KWH'],
    ['t', 'TNE'],
    ['set', 'SET'],
    ['cutie', 'XBX'],
    ['Pachet', 'XPK'],
    ['C62', 'C62'],
    [' EA ', 'EA'],
    ['MTQ', 'MTQ'],
    ['MWh', 'MWH'],
    [' kgm', 'KGM'],
    ['xpx', 'XPX'],
    ['e48', 'E48'],
  ])('%s is %s', (text, code) => {
    expect(unitCode(text)).toEqual({ code, known: true });
  });

  it.each(['găleată', 'ABC', 'kWh/zi', ''])('%j means pieces', text => {
    expect(unitCode(text)).toEqual({ code: 'H87', known: false });
  });
});
