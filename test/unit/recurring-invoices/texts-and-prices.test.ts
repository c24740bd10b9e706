import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rate, type Rates, ratedCurrencies, unitPriceOf } from '#shared/documents/recurring-invoices/prices.ts';
import { filledText } from '#shared/documents/recurring-invoices/texts.ts';

const EUR: Rate = { currency: 'EUR', rate: '4.9765', date: '2026-11-20' };
const USD: Rate = { currency: 'USD', rate: '4.25', date: '2026-11-20' };
const rates = (...all: Rate[]): Rates => new Map(all.map(rate => [rate.currency, rate]));

describe('tokens in texts', () => {
  it.each([
    ['Chirie [[luna]] [[an]]', '2026-11-01', 'Chirie noiembrie 2026'],
    ['[[luna+1]] / [[luna_nr+1]]', '2026-12-31', 'ianuarie / 01'],
    ['[[luna-1]] [[luna_nr-1]] [[an-1]]', '2027-01-15', 'decembrie 12 2026'],
    ['[[luna-13]] [[luna+25]] [[an+10]]', '2026-02-01', 'ianuarie martie 2036'],
    ['[[luna]] [[LUNA]] [[luna +1]] [[luna+]] [[altceva]]', '2026-05-01', 'mai [[LUNA]] [[luna +1]] [[luna+]] [[altceva]]'],
  ])('%s', (text, scheduled, expected) => {
    expect(filledText(text, scheduled, [])).toBe(expected);
  });

  it('state the rates with the day of their publication', () => {
    expect(filledText('[[curs]]', '2026-11-23', [EUR])).toBe('Curs BNR 20.11.2026: 1 EUR = 4,9765 RON');
    expect(filledText('[[curs]].', '2026-11-23', [EUR, USD])).toBe(
      'Curs BNR 20.11.2026: 1 EUR = 4,9765 RON; Curs BNR 20.11.2026: 1 USD = 4,25 RON.',
    );
    expect(filledText('x[[curs]]x', '2026-11-23', [])).toBe('xx');
  });

  it('counting months forward and back results in the same month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 12 }), (count, month) => {
        const scheduled = `2026-${String(month).padStart(2, '0')}-15`;
        const back = filledText(`[[luna_nr-${count}]]`, scheduled, []);
        expect(filledText(`[[luna_nr+${count}]]`, `2026-${back}-15`, [])).toBe(scheduled.slice(5, 7));
      }),
    );
  });
});

describe('prices', () => {
  const line = (fields: object) => ({
    ...{ unitPrice: '100', priceRule: 'fixed' as const, referenceCurrency: null, markupPercent: null },
    ...fields,
  });
  it.each([
    ['fixed', line({}), 'RON', '100'],
    ['from a reference currency', line({ priceRule: 'exchange_rate', referenceCurrency: 'EUR' }), 'RON', '497.65'],
    ['raised by a markup', line({ priceRule: 'markup', markupPercent: '2.5' }), 'RON', '102.5'],
    [
      'from a reference currency, raised',
      line({ priceRule: 'markup', referenceCurrency: 'EUR', markupPercent: '2' }),
      'RON',
      '507.603',
    ],
    [
      'rounded once, half away from zero',
      line({ unitPrice: '0.0123', priceRule: 'markup', markupPercent: '50' }),
      'RON',
      '0.0185',
    ],
    ['in the reference currency itself', line({ priceRule: 'exchange_rate', referenceCurrency: 'EUR' }), 'EUR', '100'],
    ['from one currency to another', line({ priceRule: 'exchange_rate', referenceCurrency: 'EUR' }), 'USD', '117.0941'],
    ['from lei', line({ priceRule: 'exchange_rate', referenceCurrency: 'RON' }), 'EUR', '20.0944'],
  ])('%s', (_, priced, currency, expected) => {
    expect(unitPriceOf(priced, currency, rates(EUR, USD))).toBe(expected);
  });

  it('name the currencies whose rates they need', () => {
    const reference = line({ priceRule: 'exchange_rate', referenceCurrency: 'USD' });
    expect(ratedCurrencies('RON', [line({}), line({ referenceCurrency: 'EUR' })])).toEqual([]);
    expect(ratedCurrencies('RON', [reference, line({ priceRule: 'markup', referenceCurrency: 'EUR' })])).toEqual(['EUR', 'USD']);
    expect(ratedCurrencies('EUR', [line({})])).toEqual(['EUR']);
    expect(() => unitPriceOf(reference, 'RON', rates(EUR))).toThrow('USD');
  });
});
