import { describe, expect, it } from 'vitest';
import { decimal } from '#shared/base/kernel/money.ts';
import { customsInLei } from '#shared/model/amounts/customs.ts';
import { isSelfAssessed, type PurchaseKind } from '#shared/model/purchase/model.ts';
import { categoriesOf, groupProblems, type PurchaseFacts, purchaseProblems } from '#shared/model/purchase/rules.ts';
import { receiptWarnings } from '#shared/model/purchase/simplified-invoice.ts';

/** The rules of purchases that are entered by hand (PUR-3 to PUR-6). */

const customs = { number: '26ROBU1', date: '2026-11-03', vatLei: null, baseLei: null };
const facts = (
  kind: PurchaseKind,
  country: string,
  numbers: Partial<PurchaseFacts['seller']> = {},
  more = {},
): PurchaseFacts => ({
  ...{ kind, seller: { cif: null, vatCode: null, ...numbers, country }, customs: kind === 'import' ? customs : null },
  ...{ buyerCif: null, issueDate: '2026-11-05', receivedDate: undefined, dueDate: null, today: '2026-11-29', ...more },
});
const OWN = 'RO40123452';

describe('what a kind requires', () => {
  it.each<[string, PurchaseFacts, string[]]>([
    ['goods of Greece, whose prefix is EL', facts('goods_eu', 'GR', { vatCode: 'EL123456789' }), []],
    ['goods of Greece with GR', facts('goods_eu', 'GR', { vatCode: 'GR123456789' }), ['supplier.vatCode']],
    ['goods of Northern Ireland', facts('goods_eu', 'GB', { vatCode: 'XI123456789' }), []],
    [
      'services of Northern Ireland, which is outside for them',
      facts('services_eu', 'GB', { vatCode: 'XI123456789' }),
      ['supplier.country'],
    ],
    ['goods of Great Britain', facts('goods_eu', 'GB', { vatCode: 'GB123456789' }), ['supplier.country']],
    ['goods of Romania', facts('goods_eu', 'RO', { vatCode: 'RO14399840' }), ['supplier.country']],
    ['services of Switzerland', facts('services_abroad', 'CH'), []],
    ['services abroad of Germany', facts('services_abroad', 'DE'), ['supplier.country']],
    ['an import of Türkiye', facts('import', 'TR'), []],
    ['an import without customs document', facts('import', 'TR', {}, { customs: null }), ['customs']],
    ['an import with a base of 0', facts('import', 'TR', {}, { customs: { ...customs, baseLei: '0.00' } }), ['customs.baseLei']],
    ['a receipt', facts('receipt', 'RO', { cif: 'RO 14399840' }, { buyerCif: '40123452' }), []],
    ['a receipt without numbers', facts('receipt', 'RO'), ['supplier.cif', 'buyerCif']],
    ['a receipt for another buyer', facts('receipt', 'RO', { cif: '14399840' }, { buyerCif: '14399840' }), ['buyerCif']],
    ['a day of issue in the future', facts('invoice', 'RO', {}, { issueDate: '2026-11-30' }), ['issueDate']],
    ['an entry in the future', facts('invoice', 'RO', {}, { receivedDate: '2026-11-30' }), ['receivedDate']],
    ['an entry before the issue', facts('invoice', 'RO', {}, { receivedDate: '2026-11-04' }), ['receivedDate']],
    ['a due date before the issue', facts('invoice', 'RO', {}, { dueDate: '2026-11-04' }), ['dueDate']],
  ])('%s', (_, one, fields) => {
    expect(Object.keys(purchaseProblems(one, OWN))).toEqual(fields);
  });

  it.each<[PurchaseFacts, string | undefined, string]>([
    [facts('goods_eu', 'DE'), undefined, 'K'],
    [facts('services_eu', 'DE'), undefined, 'AE'],
    [facts('services_abroad', 'US'), undefined, 'AE'],
    [facts('import', 'US'), undefined, 'AE'],
    [facts('import', 'US', {}, { customs: { ...customs, vatLei: '10.00' } }), undefined, 'S'],
    [facts('receipt', 'RO'), undefined, 'S'],
    [facts('receipt', 'RO'), '0', 'E'],
    [facts('invoice', 'RO'), '21', 'S'],
    [facts('invoice', 'DE'), undefined, 'O'],
    [facts('invoice', 'DE', { vatCode: 'RO14399840' }), '21', 'S'],
  ])('the category by default, %#', (one, rate, category) => {
    expect(categoriesOf(one, rate)[0]).toBe(category);
  });
});

describe('VAT groups', () => {
  const path = () => ({ category: 'category', rate: 'rate', vat: 'vat' });
  const problems = (one: PurchaseFacts, category: 'S' | 'K' | 'O' | 'E', rate: string, vat: string, vatStated = true) =>
    Object.keys(groupProblems([{ group: { category, rate, taxable: '100.00', vat }, vatStated }], one, path));
  it.each<[string, string[], string[]]>([
    ['VAT 1.00 off', problems(facts('invoice', 'RO'), 'S', '21', '22.00'), []],
    ['VAT 1.01 off', problems(facts('invoice', 'RO'), 'S', '21', '22.01'), ['vat']],
    ['category S without rate', problems(facts('invoice', 'RO'), 'S', '0', '0.00'), ['rate']],
    ['category K with a rate', problems(facts('goods_eu', 'DE'), 'K', '21', '21.00', false), ['rate']],
    ['VAT of another country', problems(facts('invoice', 'DE'), 'S', '19', '19.00'), ['category']],
    ['an exempt acquisition', problems(facts('goods_eu', 'DE'), 'E', '0', '0.00'), ['category']],
  ])('%s', (_, found, fields) => {
    expect(found).toEqual(fields);
  });
});

describe('customs documents', () => {
  const inLei = (vatLei: string | null, baseLei: string | null, exchangeRate = '5') =>
    customsInLei({ exchangeRate, purchase: { kind: 'import', customs: { ...customs, vatLei, baseLei } } }, [
      { rate: '21', base: '100.00' },
      { rate: '11', base: '200.00' },
    ]);
  it('divides base and VAT by the groups', () => {
    // 500 and 1,000 lei of 1,500; weights of VAT 500 × 21 and 1,000 × 11 of 21,500: 210 and 220 of 430.
    const { bases, vats } = inLei('430.00', '1650.00')!;
    expect(bases.map(Number)).toEqual([550, 1100]);
    expect(vats.map(Number)).toEqual([210, 220]);
  });
  it('takes the value of the invoice without a base, and no VAT that was not paid', () => {
    const { bases, vats } = inLei(null, null)!;
    expect([bases.map(Number), vats.map(Number)]).toEqual([
      [500, 1000],
      [0, 0],
    ]);
  });
  it('has nothing for other documents', () => {
    expect(customsInLei({ exchangeRate: '1', purchase: { kind: 'goods_eu' } }, [])).toBeUndefined();
  });
  it('decides whether the company owes the VAT itself', () => {
    expect(isSelfAssessed({ kind: 'import', customs })).toBe(true);
    expect(isSelfAssessed({ kind: 'import', customs: { ...customs, vatLei: '0.00' } })).toBe(false);
    expect(isSelfAssessed({ kind: 'receipt' })).toBe(false);
  });
});

describe('the limit of a simplified invoice', () => {
  const euro = { rate: '5', date: '2026-11-04' };
  it.each([
    ['500.00', '2026-11-05', euro, undefined],
    ['500.01', '2026-11-05', euro, 'up to 400 EUR'],
    ['1999.99', '2026-11-05', euro, 'up to 400 EUR'],
    ['2000.00', '2026-11-05', euro, 'no simplified invoice'],
    ['2000.00', '2015-12-31', euro, undefined],
    ['2000.00', '2026-11-05', undefined, undefined],
  ])('of %s lei on %s', (total, day, rate, part) => {
    const warnings = receiptWarnings(decimal(total), day, rate);
    if (part === undefined) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringContaining(part)]);
  });
});
