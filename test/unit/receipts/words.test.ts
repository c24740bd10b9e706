import { describe, expect, it } from 'vitest';
import { leiInWords } from '#shared/model/receipts/words.ts';

describe('the words of an amount in lei', () => {
  it.each([
    ['0', 'zero lei'],
    ['0.01', 'zero lei și un ban'],
    ['0.02', 'zero lei și doi bani'],
    ['0.12', 'zero lei și doisprezece bani'],
    ['0.20', 'zero lei și douăzeci de bani'],
    ['0.21', 'zero lei și douăzeci și unu de bani'],
    ['0.99', 'zero lei și nouăzeci și nouă de bani'],
    ['1', 'un leu'],
    ['1.01', 'un leu și un ban'],
    ['2', 'doi lei'],
    ['3.50', 'trei lei și cincizeci de bani'],
    ['10', 'zece lei'],
    ['11', 'unsprezece lei'],
    ['12', 'doisprezece lei'],
    ['14', 'paisprezece lei'],
    ['16', 'șaisprezece lei'],
    ['19', 'nouăsprezece lei'],
    ['20', 'douăzeci de lei'],
    ['21', 'douăzeci și unu de lei'],
    ['32', 'treizeci și doi de lei'],
    ['60', 'șaizeci de lei'],
    ['99', 'nouăzeci și nouă de lei'],
    ['100', 'o sută de lei'],
    ['101', 'o sută unu lei'],
    ['112', 'o sută doisprezece lei'],
    ['120', 'o sută douăzeci de lei'],
    ['200', 'două sute de lei'],
    ['202', 'două sute doi lei'],
    ['1000', 'o mie de lei'],
    ['1001', 'o mie unu lei'],
    ['1100', 'o mie o sută de lei'],
    ['1234.56', 'o mie două sute treizeci și patru de lei și cincizeci și șase de bani'],
    ['2000', 'două mii de lei'],
    ['12000', 'douăsprezece mii de lei'],
    ['20000', 'douăzeci de mii de lei'],
    ['21000', 'douăzeci și una de mii de lei'],
    ['22022', 'douăzeci și două de mii douăzeci și doi de lei'],
    ['100000', 'o sută de mii de lei'],
    ['101000', 'o sută una mii de lei'],
    ['102102', 'o sută două mii o sută doi lei'],
    ['1000000', 'un milion de lei'],
    ['1000001', 'un milion unu lei'],
    ['1001000', 'un milion o mie de lei'],
    ['2000000', 'două milioane de lei'],
    ['12000000', 'douăsprezece milioane de lei'],
    ['21000000', 'douăzeci și unu de milioane de lei'],
    ['22000000', 'douăzeci și două de milioane de lei'],
    ['101000000', 'o sută unu milioane de lei'],
    [
      '999999999.99',
      'nouă sute nouăzeci și nouă de milioane nouă sute nouăzeci și nouă de mii nouă sute nouăzeci și nouă de lei și nouăzeci și nouă de bani',
    ],
  ])('writes %s as %s', (value, words) => {
    expect(leiInWords(value)).toBe(words);
  });

  it.each(['-0.01', '1000000000', '0.001'])('refuses %s', value => {
    expect(() => leiInWords(value)).toThrow(RangeError);
  });
});
