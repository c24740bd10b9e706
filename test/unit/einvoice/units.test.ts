import { describe, expect, it } from 'vitest';
import { unitCode } from '../../../shared/einvoice/units.ts';

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
    ['C62', 'C62'],
    [' EA ', 'EA'],
    ['MTQ', 'MTQ'],
  ])('%s is %s', (text, code) => {
    expect(unitCode(text)).toEqual({ code, known: true });
  });

  it.each(['găleată', 'kgm', 'ABC', ''])('%j counts in pieces', text => {
    expect(unitCode(text)).toEqual({ code: 'H87', known: false });
  });
});
