import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vatInLei } from '../../../shared/model/amounts/lei.ts';
import { amount, Big, decimal, sum } from '../../../shared/kernel/money.ts';

const groupsOf = (...vats: string[]) => vats.map(vat => ({ vat }));

describe('VAT in lei per rate (Fiscal Code, art. 319 (20) j; decisions "Exchange rate")', () => {
  it.each<[string, string[], string, string[], string]>([
    ['one rate is the total itself', ['7.00'], '5.0812', ['35.57'], '35.57'],
    ['rounded apart they are the total', ['21.00', '11.00'], '4.9731', ['104.44', '54.70'], '159.14'],
    ['rounded apart they are a cent short of it', ['0.01', '0.01', '0.01'], '4.4', ['0.05', '0.04', '0.04'], '0.13'],
    ['a rate of 0 % has no VAT in lei', ['0.00', '3.33', '0.00'], '5.0001', ['0.00', '16.65', '0.00'], '16.65'],
    ['a credit note is negative', ['-7.00', '-1.00'], '5.0812', ['-35.57', '-5.08'], '-40.65'],
    ['an advance settled comes to nothing', ['0.00'], '5.0812', ['0.00'], '0.00'],
    ['no group at all', [], '5', [], '0.00'],
  ])('%s', (_, vats, rate, groups, total) => {
    expect(vatInLei(groupsOf(...vats), rate)).toEqual({ groups, total });
  });

  const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map(value => amount(new Big(value).div(100)));
  const groups = fc.array(
    cents.map(vat => ({ vat })),
    { maxLength: 8 },
  );
  const rate = fc.integer({ min: 1, max: 20_000_000 }).map(value => new Big(value).div(1_000_000).toFixed());

  it('the groups sum to the total, which is the VAT of the document times the rate, rounded once', () => {
    fc.assert(
      fc.property(groups, rate, (each, exchangeRate) => {
        const lei = vatInLei(each, exchangeRate);
        expect(amount(sum(lei.groups))).toBe(lei.total);
        expect(lei.total).toBe(amount(sum(each.map(({ vat }) => vat)).times(exchangeRate)));
      }),
    );
  });

  it('each group is less than a cent from its exact value, and a group without VAT has none in lei', () => {
    fc.assert(
      fc.property(groups, rate, (each, exchangeRate) => {
        vatInLei(each, exchangeRate).groups.forEach((lei, place) => {
          const exact = decimal(each[place]?.vat).times(exchangeRate);
          expect(exact.minus(lei).abs().lt('0.01')).toBe(true);
          if (exact.eq(0)) expect(lei).toBe('0.00');
        });
      }),
    );
  });

  it('a credit note of the whole document has the same amounts with the other sign', () => {
    fc.assert(
      fc.property(groups, rate, (each, exchangeRate) => {
        const negated = each.map(({ vat }) => ({ vat: amount(decimal(vat).neg()) }));
        const negate = (value: string): string => amount(decimal(value).neg());
        const { groups: lei, total } = vatInLei(each, exchangeRate);
        expect(vatInLei(negated, exchangeRate)).toEqual({ groups: lei.map(negate), total: negate(total) });
      }),
    );
  });
});
