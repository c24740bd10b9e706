import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceRateWarnings, vatInLei as ofDocument, type VatInLei } from '#shared/model/amounts/lei.ts';
import { amount, Big, decimal, sum } from '#shared/base/kernel/money.ts';
import { type DocumentOverrides, sampleDocument, sampleLine } from '../../support/documents.ts';

const groupsOf = (...vats: string[]) => vats.map(vat => ({ vat }));

/** Of groups whose lines have no rate of their own. */
const vatInLei = (vats: readonly { vat: string }[], exchangeRate: string): VatInLei =>
  ofDocument(
    sampleDocument({ currency: 'EUR', exchangeRate }),
    vats.map(({ vat }, place) => ({ category: 'S', rate: String(place), vat })),
    [],
  );

describe('VAT in lei per rate (Fiscal Code, art. 319 (20) j; TAX-42)', () => {
  it.each<[string, string[], string, string[], string]>([
    ['one rate is the total itself', ['7.00'], '5.0812', ['35.57'], '35.57'],
    ['rounded apart they are the total', ['21.00', '11.00'], '4.9731', ['104.44', '54.70'], '159.14'],
    ['rounded apart they are a cent less', ['0.01', '0.01', '0.01'], '4.4', ['0.05', '0.04', '0.04'], '0.13'],
    ['a rate of 0 % has no VAT in lei', ['0.00', '3.33', '0.00'], '5.0001', ['0.00', '16.65', '0.00'], '16.65'],
    ['a credit note is negative', ['-7.00', '-1.00'], '5.0812', ['-35.57', '-5.08'], '-40.65'],
    ['an advance settled has a sum of 0', ['0.00'], '5.0812', ['0.00'], '0.00'],
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

  it('each group differs by less than a cent from its exact value, and a group without VAT has none in lei', () => {
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

describe('the advance part of a final invoice keeps the rate of the advance', () => {
  const ADVANCE = { id: 'x', number: 'FCT-1', issueDate: '2026-03-02', total: '121.00', currency: 'EUR', exchangeRate: '4.9' };
  const work = sampleLine({ quantity: '1', unitPrice: '300', vatRate: '21', vatCategoryCode: 'S' });
  const taken = sampleLine({ quantity: '-1', unitPrice: '100', vatRate: '21', vatCategoryCode: 'S' });
  const leiOf = (overrides: DocumentOverrides): VatInLei => {
    const document = sampleDocument({ currency: 'EUR', exchangeRate: '5', ...overrides });
    return ofDocument(
      document,
      document.vatGroups,
      document.lines.map(line => ({ line, vat: line.vatAmount })),
    );
  };

  it.each<[string, DocumentOverrides, string[], string]>([
    // 63 × 5 − 21 × 4.9
    ['its parent is the advance', { parentDocument: ADVANCE, lines: [work, taken] }, ['212.10'], '212.10'],
    ['the line states the rate', { lines: [work, { ...taken, exchangeRate: '4.9' }] }, ['212.10'], '212.10'],
    [
      'the rate of the line takes precedence over that of the parent',
      { parentDocument: ADVANCE, lines: [work, { ...taken, exchangeRate: '4.8' }] },
      ['214.20'],
      '214.20',
    ],
    [
      'an advance of all of it leaves the difference of the rates',
      { parentDocument: ADVANCE, lines: [{ ...work, unitPrice: '100' }, taken] },
      ['2.10'],
      '2.10',
    ],
    [
      'each VAT rate separately',
      { parentDocument: ADVANCE, lines: [work, taken, { ...work, unitPrice: '100', vatRate: '11' }] },
      ['212.10', '55.00'],
      '267.10',
    ],
    [
      'of two advances each by its own',
      { lines: [work, { ...taken, exchangeRate: '4.9' }, { ...taken, exchangeRate: '4.95' }] },
      ['108.15'],
      '108.15',
    ],
    [
      'an advance in another currency makes no difference',
      { parentDocument: { ...ADVANCE, currency: 'USD' }, lines: [work, taken] },
      ['210.00'],
      '210.00',
    ],
    [
      'a corrected invoice has one rate',
      { parentDocument: ADVANCE, invoiceTypeCode: '384', lines: [work, taken] },
      ['210.00'],
      '210.00',
    ],
    ['a negative total has one rate', { parentDocument: ADVANCE, lines: [taken] }, ['-105.00'], '-105.00'],
    ['nothing is deducted', { parentDocument: ADVANCE, lines: [work] }, ['315.00'], '315.00'],
    [
      'half a day of work is no advance',
      { parentDocument: ADVANCE, lines: [work, { ...work, quantity: '0.5', unitPrice: '200' }, taken] },
      ['317.10'],
      '317.10',
    ],
    [
      'an advance whose rate is unknown makes no difference',
      { parentDocument: { ...ADVANCE, exchangeRate: '1' }, lines: [work, taken] },
      ['210.00'],
      '210.00',
    ],
    ['a rate that is one leu higher', { lines: [work, { ...taken, exchangeRate: '6' }] }, ['189.00'], '189.00'],
    [
      'a document in lei has no other rate',
      { currency: 'RON', exchangeRate: '1', lines: [work, { ...taken, exchangeRate: '4.9' }] },
      ['42.00'],
      '42.00',
    ],
  ])('%s', (_, overrides, groups, total) => {
    expect(leiOf(overrides)).toEqual({ groups, total });
  });

  const precedingInvoices = [{ number: 'FCT-1', issueDate: '2026-03-02' }];
  it.each<[string, DocumentOverrides, string[]]>([
    ['is unknown', { precedingInvoices, lines: [{ ...work, quantity: '0.5' }, { ...work, quantity: '0' }, taken] }, ['lines.2']],
    ['is that of its parent', { precedingInvoices, parentDocument: ADVANCE, lines: [work, taken] }, []],
    ['is stated', { precedingInvoices, lines: [work, { ...taken, exchangeRate: '4.9' }] }, []],
    ['is not needed in lei', { currency: 'RON', exchangeRate: '1', precedingInvoices, lines: [work, taken] }, []],
    ['is of an invoice that is not named', { lines: [work, taken] }, []],
    ['is that of a corrected invoice', { precedingInvoices, invoiceTypeCode: '384', lines: [work, taken] }, []],
  ])('warns of a line that settles an advance whose rate %s', (_, overrides, fields) => {
    const warnings = advanceRateWarnings(sampleDocument({ currency: 'EUR', exchangeRate: '5', ...overrides }));
    expect(warnings.map(warning => warning.split('.exchangeRate')[0])).toEqual(fields);
  });

  it('is the VAT of each line at its rate, rounded once, however the lines are distributed over VAT rates', () => {
    const rate = fc.integer({ min: 3_000_000, max: 7_000_000 }).map(value => new Big(value).div(1_000_000).toFixed());
    const line = fc.record({
      quantity: fc.constantFrom('1', '-1', '3'),
      unitPrice: fc.integer({ min: 1, max: 1_000_000 }).map(cents => amount(new Big(cents).div(100))),
      vatRate: fc.constantFrom('21', '11', '0'),
      exchangeRate: fc.option(rate, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), rate, (lines, exchangeRate) => {
        const document = sampleDocument({
          currency: 'EUR',
          exchangeRate,
          lines: lines.map(one => sampleLine({ ...one, vatCategoryCode: 'S' })),
        });
        const lei = leiOf(document);
        const exact = document.lines.map(one => decimal(one.vatAmount).times(one.exchangeRate ?? exchangeRate));
        expect(lei.total).toBe(amount(sum(exact)));
        expect(amount(sum(lei.groups))).toBe(lei.total);
      }),
    );
  });
});
