import { describe, expect, it } from 'vitest';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { VAT_CATEGORIES, type VatCategory } from '#shared/model/vat/categories.ts';
import { automaticVat, correctedCategory, vatOfLine, type VatWish } from '#shared/model/vat/rules.ts';

const rate = (id: string, percent: string, overrides: Partial<VatRate> = {}): VatRate => ({
  ...{ id, rate: percent, label: `TVA ${percent}%`, categoryCode: percent === '0' ? 'Z' : 'S', isDefault: false },
  ...{ isActive: true, position: 0, deletedAt: null, createdAt: '', updatedAt: '', ...overrides },
});
const RATES = [
  rate('21', '21', { isDefault: true }),
  rate('11', '11'),
  rate('0', '0'),
  rate('E', '0', { categoryCode: 'E', label: 'Scutit' }),
  rate('9', '9', { isActive: false }),
];
const of = (wish: VatWish, vatPayer = true, rates = RATES): unknown[] | undefined => {
  const vat = vatOfLine(wish, rates, vatPayer);
  return vat && [vat.rate, vat.category, vat.rateId];
};

describe('category and rate agree (TAX-12)', () => {
  it.each(VAT_CATEGORIES.filter(category => category !== 'S'))(
    '%s stays with 0 %%, and becomes S with a rate above',
    category => {
      expect([correctedCategory('0', category), correctedCategory('0.00', category)]).toEqual([category, category]);
      expect(correctedCategory('0.01', category)).toBe('S');
    },
  );

  it('S becomes Z with 0 %, and stays with a rate above', () => {
    expect([correctedCategory('0', 'S'), correctedCategory('21', 'S')]).toEqual(['Z', 'S']);
  });
});

describe('VAT of a line', () => {
  it.each<[string, VatWish, unknown[]]>([
    ['nothing given: the default rate', {}, ['21', 'S', '21']],
    ['nulls are nothing', { vatRate: null, vatCategoryCode: null, vatRateId: null }, ['21', 'S', '21']],
    ['a percentage finds its record', { vatRate: '11.00' }, ['11', 'S', '11']],
    ['a percentage without record', { vatRate: '7.5' }, ['7.5', 'S', null]],
    ['a percentage whose record is inactive', { vatRate: '9' }, ['9', 'S', null]],
    ['0 % is Z', { vatRate: '0' }, ['0', 'Z', '0']],
    ['0 % of a category finds the record of that category', { vatRate: '0', vatCategoryCode: 'E' }, ['0', 'E', 'E']],
    ['a zero-rate category forces 0', { vatCategoryCode: 'AE' }, ['0', 'AE', null]],
    ['and finds its record', { vatCategoryCode: 'E' }, ['0', 'E', 'E']],
    ['S without a rate: the default rate', { vatCategoryCode: 'S' }, ['21', 'S', '21']],
    ['a zero-rate category with a rate above 0 is S', { vatRate: '21', vatCategoryCode: 'K' }, ['21', 'S', '21']],
    ['a record', { vatRateId: '11' }, ['11', 'S', '11']],
    ['an inactive record', { vatRateId: '9' }, ['9', 'S', '9']],
    ['a record of an exemption', { vatRateId: 'E' }, ['0', 'E', 'E']],
    ['a record and its own percentage', { vatRateId: '11', vatRate: '11.0' }, ['11', 'S', '11']],
    ['a record and another percentage: the percentage counts', { vatRateId: '11', vatRate: '21' }, ['21', 'S', null]],
    ['a record of 0 % and another category', { vatRateId: '0', vatCategoryCode: 'AE' }, ['0', 'AE', '0']],
  ])('%s', (_, wish, expected) => {
    expect(of(wish)).toEqual(expected);
  });

  it('a record that the company does not have: undefined', () => {
    expect(of({ vatRateId: 'other' })).toBeUndefined();
  });

  it.each<[string, VatWish, unknown[]]>([
    ['nothing given: outside VAT', {}, ['0', 'O', null]],
    ['S without a rate makes no difference', { vatCategoryCode: 'S' }, ['0', 'O', null]],
    ['0 % is outside VAT', { vatRate: '0' }, ['0', 'O', null]],
    ['a zero-rate category stays', { vatCategoryCode: 'E' }, ['0', 'E', 'E']],
    ['and so does Z, where it is stated', { vatRate: '0', vatCategoryCode: 'Z' }, ['0', 'Z', '0']],
    ['a record of zero-rated supplies is outside VAT', { vatRateId: '0' }, ['0', 'O', '0']],
    ['a record of an exemption', { vatRateId: 'E' }, ['0', 'E', 'E']],
    ['a rate above 0 is stated as it is given', { vatRate: '21' }, ['21', 'S', '21']],
    ['a record of a rate above 0 too', { vatRateId: '11' }, ['11', 'S', '11']],
  ])('of a seller who is not registered for VAT: %s', (_, wish, expected) => {
    expect(of(wish, false)).toEqual(expected);
  });

  it('a record of category O is the default of a seller who is not registered', () => {
    expect(of({}, false, [...RATES, rate('O', '0', { categoryCode: 'O' })])).toEqual(['0', 'O', 'O']);
  });

  it('without any record: 21 % for a VAT payer, category O for others', () => {
    expect([of({}, true, []), of({}, false, [])]).toEqual([
      ['21', 'S', null],
      ['0', 'O', null],
    ]);
  });
});

describe('autoApplyVatRules (TAX-20 to TAX-23)', () => {
  const auto = (
    country: string,
    viesValid: boolean | null,
    { vatCode = 'XX123' as string | null, kind = undefined as 'goods' | 'service' | undefined } = {},
  ): [string, VatCategory] | undefined => {
    const vat = automaticVat({ country, vatCode, viesValid }, kind);
    return vat && [vat.rate, vat.category];
  };

  it.each<[string, string, boolean | null, object, [string, VatCategory] | undefined]>([
    ['services to a buyer whose number is valid: reverse charge', 'DE', true, { kind: 'service' }, ['0', 'AE']],
    ['goods to it: an intra-community supply', 'DE', true, { kind: 'goods' }, ['0', 'K']],
    ['an unknown kind counts as a service', 'DE', true, {}, ['0', 'AE']],
    ['a buyer whose number is invalid: the rate of its country', 'DE', false, {}, ['19', 'S']],
    ['one without a number: the rate of its country', 'FI', null, { vatCode: null }, ['25.5', 'S']],
    ['one for which the register did not respond: nothing', 'FI', null, {}, undefined],
    ['Greece by its ISO code', 'GR', false, {}, ['24', 'S']],
    ['at home: nothing', 'RO', true, {}, undefined],
    ['outside of the EU: nothing', 'CH', null, {}, undefined],
    ['the United Kingdom: nothing', 'GB', true, {}, undefined],
  ])('%s', (_, country, valid, more, expected) => {
    expect(auto(country, valid, more)).toEqual(expected);
  });

  it('no buyer: nothing', () => {
    expect(automaticVat(null, undefined)).toBeUndefined();
  });

  it('has all 26 other member states', () => {
    const members = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT SE SI SK'.split(' ');
    expect(members.map(country => auto(country, false)?.[1])).toEqual(members.map(() => 'S'));
  });
});
