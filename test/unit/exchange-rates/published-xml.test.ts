import { describe, expect, it } from 'vitest';
import { XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { publishedSets, ratePerUnit } from '#shared/records/exchange-rates/published-xml.ts';

const rate = (currency: string, value: string, more = ''): string => `<Rate currency="${currency}"${more}>${value}</Rate>`;
const EUR = rate('EUR', '5.0812');
const cube = (date: string, rates = EUR): string => `<Cube date="${date}">${rates}</Cube>`;
const dataSet = (cubes: string, { origin = 'RON', before = '' } = {}): string => `<?xml version="1.0" encoding="utf-8"?>${before}
<DataSet xmlns="http://www.bnr.ro/xsd"><Header><Publisher>B</Publisher></Header>
<Body><Subject>Reference rates</Subject><OrigCurrency>${origin}</OrigCurrency>${cubes}</Body></DataSet>`;

describe('a file of rates', () => {
  it('is read by day, in any order of the file', () => {
    const sets = publishedSets(dataSet(cube('2026-11-20') + cube('2026-11-19', rate('EUR', '5.08') + rate('USD', '4.38'))));
    expect(sets).toEqual([
      { date: '2026-11-19', rates: { EUR: '5.08', USD: '4.38' } },
      { date: '2026-11-20', rates: { EUR: '5.0812' } },
    ]);
  });

  it('has no gold, which the bank quotes by the gram, and no currency that was not quoted', () => {
    const [set] = publishedSets(dataSet(cube('2026-11-20', EUR + rate('XAU', '574.1') + rate('EGP', '-'))));
    expect(set?.rates).toEqual({ EUR: '5.0812' });
  });

  it('has rates for one unit of currencies quoted for 100', () => {
    const [set] = publishedSets(dataSet(cube('2026-11-20', EUR + rate('HUF', '1.3294', ' multiplier="100"'))));
    expect(set?.rates['HUF']).toBe('0.013294');
  });
});

describe('the rate of one unit', () => {
  it.each([
    ['5.0812', undefined, '5.0812'],
    ['4.3800', undefined, '4.38'],
    ['1.3294', '100', '0.013294'],
    ['0.2973', '100', '0.002973'],
    ['0.0272', '100', '0.000272'],
    ['3.46', '100', '0.0346'],
    ['1', '3', '0.333333'],
    ['2', '3', '0.666667'],
    // Half away from zero.
    ['0.000001', '2', '0.000001'],
    ['0.0000005', undefined, '0.000001'],
    ['0.00000149', undefined, '0.000001'],
  ])('of %s for %s is %s', (value, multiplier, expected) => {
    expect(ratePerUnit(value, multiplier, 'X')).toBe(expected);
  });

  it.each([
    ['0', undefined],
    ['0.0000001', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['5,08', undefined],
    ['', undefined],
    ['1234567890', undefined],
    ['1', '0'],
    ['1', '-100'],
    ['1', '1.5'],
    ['1', ''],
    ['1', '1000000'],
  ])('cannot be computed from %s for %s', (value, multiplier) => {
    expect(() => ratePerUnit(value, multiplier, 'X')).toThrow(XmlError);
  });
});

describe('an invalid file of rates is rejected as a whole', () => {
  it.each([
    ['text', 'Service unavailable'],
    ['an HTML page', '<html><body>Down</body></html>'],
    ['nothing', ''],
    ['a file that was cut off', dataSet(cube('2026-11-20')).slice(0, -20)],
    ['no body', '<DataSet/>'],
    ['two bodies', '<DataSet><Body/><Body/></DataSet>'],
    ['no set', dataSet('')],
    ['rates in another currency', dataSet(cube('2026-11-20'), { origin: 'EUR' })],
    ['a set without a date', dataSet(`<Cube>${EUR}</Cube>`)],
    ['an invalid date', dataSet(cube('2026-02-30'))],
    ['a date in another form', dataSet(cube('20.11.2026'))],
    ['two sets of a day', dataSet(cube('2026-11-20') + cube('2026-11-20'))],
    ['a set without EUR', dataSet(cube('2026-11-20', rate('USD', '4.38')))],
    ['a set without rates', dataSet(cube('2026-11-19') + cube('2026-11-20', ''))],
    ['a currency twice', dataSet(cube('2026-11-20', EUR + EUR))],
    ['a currency of another form', dataSet(cube('2026-11-20', EUR + rate('eur', '5')))],
    ['no currency', dataSet(cube('2026-11-20', `${EUR}<Rate>5</Rate>`))],
    ['the name of a member of every object', dataSet(cube('2026-11-20', EUR + rate('__proto__', '5')))],
    ['a rate of 0', dataSet(cube('2026-11-20', EUR + rate('USD', '0')))],
    ['a rate that is a text', dataSet(cube('2026-11-20', EUR + rate('USD', 'n/a')))],
    ['a document type with entities', dataSet(cube('2026-11-20'), { before: '<!DOCTYPE a [<!ENTITY a "5.08">]>' })],
    ['an entity', dataSet(cube('2026-11-20', rate('EUR', '&a;')))],
    ['too many sets', dataSet(Array.from({ length: 401 }, (_, n) => cube(`2026-01-0${n}`)).join(''))],
    ['too many rates', dataSet(cube('2026-11-20', EUR.repeat(201)))],
    ['elements within elements', dataSet('<a>'.repeat(100))],
  ])('%s', (_what, xml) => {
    expect(() => publishedSets(xml)).toThrow(XmlError);
  });
});
