import { describe, expect, it } from 'vitest';
import {
  deliveredRate,
  needsDefaultRate,
  publishedFor,
  reversalRate,
  type RateChanges,
  statedRateWarnings,
} from '#shared/model/exchange-rate.ts';

const rates = new Map([
  ['2026-10-05', { rate: '5.1088', date: '2026-10-02' }],
  ['2026-10-30', { rate: '5.0867', date: '2026-10-29' }],
  ['2026-11-15', { rate: '5.07', date: '2026-11-13' }],
]);
const delivered = (actualDeliveryDate: string) => ({ ublExtensions: { delivery: { actualDeliveryDate } } });

describe('the published rate of a document', () => {
  it.each([
    ['of its issue', { issueDate: '2026-10-30' }, ['S'], '5.0867'],
    ['of a stated tax point', { issueDate: '2026-10-30', taxPointDate: '2026-10-05' }, ['S'], '5.1088'],
    ['of an earlier delivery', { issueDate: '2026-10-30', ...delivered('2026-10-05') }, ['S', 'AE'], '5.1088'],
    [
      'of the issue, for an intra-community supply of the same month',
      { issueDate: '2026-10-30', ...delivered('2026-10-05') },
      ['K'],
      '5.0867',
    ],
    [
      'of the 15th after, for an intra-community supply',
      { issueDate: '2026-11-20', ...delivered('2026-10-05') },
      ['K', 'K'],
      '5.07',
    ],
    [
      'of the delivery, when it is not of intra-community supplies alone',
      { issueDate: '2026-11-20', ...delivered('2026-10-05') },
      ['K', 'S'],
      '5.1088',
    ],
    ['of a day before which nothing was published: none', { issueDate: '2026-10-31' }, [], undefined],
  ])('is that %s', (_, facts, categories, rate) => {
    expect(publishedFor(facts, categories, rates)?.rate).toBe(rate);
  });
});

describe('the rate of a delivered document', () => {
  const published = { rate: '5.0739', date: '2026-11-17' };
  it.each<
    [string, [currency: string, vatTotal: string, stated: string | null], typeof published | undefined, [string, string | null]]
  >([
    ['is 1 in lei', ['RON', '21.00', '1'], undefined, ['1', null]],
    ['is the published one without VAT', ['EUR', '0.00', null], published, ['5.0739', '2026-11-17']],
    // 0.21 × 5.0739 = 1.0655, as 0.21 × 5.0952 = 1.07; and 1.05 × 5.0739 = 5.3276, as 1.05 × 5.0762 = 5.33
    ['is the published one where it gives the same cents', ['EUR', '0.21', '5.0952'], published, ['5.0739', '2026-11-17']],
    ['is so of a credit note too', ['EUR', '-1.05', '5.0762'], published, ['5.0739', '2026-11-17']],
    // 210 × 5.0739 = 1,065.519 → 1,065.52; 210 × 5.074 = 1,065.54
    ['is the one of its VAT in lei where that differs by two cents', ['EUR', '210.00', '5.074'], published, ['5.074', null]],
    ['is the one of its VAT in lei where none is published', ['EUR', '0.21', '5.0952'], undefined, ['5.0952', null]],
    ['is none where neither is known', ['LAK', '0.00', null], undefined, ['1', null]],
  ])('%s', (_, [currency, vatTotal, stated], known, [exchangeRate, exchangeRateDate]) => {
    const rate = deliveredRate({ currency, vatTotal, exchangeRate: stated }, { published: known });
    expect(rate).toEqual({ currency, exchangeRate, exchangeRateDate });
  });
});

describe('the rate of what takes back an invoice', () => {
  const invoice = { currency: 'EUR', exchangeRate: '5.1097', exchangeRateDate: '2026-11-26' };
  it.each<[string, string, string, boolean, string]>([
    // 60.66 x 5.1097 = 309.954..., and x 5.1096 = 309.948...
    ['is that of the invoice where its VAT in lei is the same by both', '-60.66', '5.1096', true, '5.1097'],
    ['is its own where its VAT in lei shows another one', '-60.66', '5.1050', true, '5.1050'],
    ['is that of the invoice without VAT in lei', '0.00', '5.0867', false, '5.1097'],
  ])('%s', (_, vatTotal, exchangeRate, statesLei, expected) => {
    expect(reversalRate({ currency: 'EUR', vatTotal, exchangeRate }, invoice, statesLei).exchangeRate).toBe(expected);
  });
  it('is its own in another currency, or where the invoice has none', () => {
    const own = { currency: 'EUR', vatTotal: '0.00', exchangeRate: '5.0867', exchangeRateDate: null };
    const { vatTotal: _, ...kept } = own;
    expect(reversalRate(own, { ...invoice, currency: 'USD' }, false)).toEqual(kept);
    expect(reversalRate(own, { ...invoice, exchangeRate: '1' }, false)).toEqual(kept);
  });
});

describe('a change that requires the default rate', () => {
  const draft = { currency: 'EUR', exchangeRate: '5.0867', exchangeRateDate: '2026-10-29', issueDate: '2026-10-30' };
  it.each<[string, object, RateChanges, boolean]>([
    ['nothing about it', {}, {}, false],
    ['null as rate', {}, { exchangeRate: null }, true],
    ['a rate', {}, { exchangeRate: '5' }, false],
    ['another currency', {}, { currency: 'USD' }, true],
    ['another date of issue', {}, { issueDate: '2026-10-05' }, true],
    ['a tax point', {}, { taxPointDate: '2026-10-05' }, true],
    ['an earlier delivery', {}, delivered('2026-10-05'), true],
    ['a later delivery', {}, delivered('2026-11-05'), false],
    ['the end of a tax point', { taxPointDate: '2026-10-05' }, { taxPointDate: null }, true],
    ['another date, where the caller stated the rate', { exchangeRateDate: null }, { issueDate: '2026-10-05' }, false],
    ['nothing, where it has none', { exchangeRate: '1' }, {}, true],
  ])('%s', (_, before, changes, asks) => {
    expect(needsDefaultRate({ ...draft, ...before }, changes)).toBe(asks);
  });
});

describe('a stated rate', () => {
  const published = { rate: '5.0000', date: '2026-10-29' };
  it.each([
    ['5.05', 0],
    ['4.95', 0],
    ['5.0501', 1],
    ['4.9499', 1],
    ['1', 0],
    [null, 0],
  ])('of %s with a published 5.0000 has %i warnings', (stated, count) => {
    expect(statedRateWarnings({ currency: 'EUR' }, stated, published)).toHaveLength(count);
    expect(statedRateWarnings({ currency: 'RON' }, stated, published)).toEqual([]);
    expect(statedRateWarnings({ currency: 'EUR' }, stated, undefined)).toEqual([]);
  });
});
