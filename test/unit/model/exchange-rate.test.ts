import { describe, expect, it } from 'vitest';
import { needsDefaultRate, publishedFor, type RateChanges, statedRateWarnings } from '#shared/model/exchange-rate.ts';

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
