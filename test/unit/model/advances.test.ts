import { describe, expect, it } from 'vitest';
import { decimal } from '#shared/base/kernel/money.ts';
import { common, groupsOf, minus, netOf, openAdvance, takesBackDrawn, withDrawn } from '#shared/model/amounts/advances.ts';
import type { GroupAmount } from '#shared/model/amounts/draws.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';

const S21 = (amount: string): GroupAmount => ({ category: 'S', rate: '21', amount });
const S11 = (amount: string): GroupAmount => ({ category: 'S', rate: '11', amount });
const E = (amount: string): GroupAmount => ({ category: 'E', rate: '0', amount });

describe('what a final invoice can settle of an advance', () => {
  it.each([
    [
      'the smaller amount of each VAT group',
      [S21('100.00'), S11('50.00')],
      [S21('80.00'), S11('60.00')],
      undefined,
      [S21('80.00'), S11('50.00')],
    ],
    ['nothing of a group that only one has', [S21('100.00')], [S11('50.00'), E('10.00')], undefined, []],
    ['nothing of a group that is used up', [S21('100.00')], [S21('0.00')], undefined, []],
    [
      'at most what is asked for, over the groups',
      [S21('100.00'), S11('50.00')],
      [S21('100.00'), S11('50.00')],
      '120.50',
      [S21('100.00'), S11('20.50')],
    ],
    [
      'the same rate however it is written',
      [{ ...S21('5.00'), rate: '21.00' }],
      [S21('7.00')],
      undefined,
      [{ ...S21('5.00'), rate: '21.00' }],
    ],
  ])('%s', (_, open, room, most, expected) => {
    expect(common(open, room, most === undefined ? undefined : decimal(most))).toEqual(expected);
  });
});

describe('what a document may take back of an advance of 1,000 at 21 % and 100 at 11 %, of which 600 and 100 are drawn', () => {
  const charged = { number: 'A-1', lines: [sampleLine({ unitPrice: '1000' }), sampleLine({ unitPrice: '100', vatRate: '11' })] };
  const advance = withDrawn(sampleDocument(charged), 'final', [S21('600.00'), S11('100.00')]);
  const reversal = (unitPrice: string, vatRate = '21') =>
    sampleDocument({ lines: [sampleLine({ quantity: '-1', unitPrice, vatRate })] });
  // 1,210 + 111 - 726 - 111 = 484 are left, and 2 cents for the rounding of what was drawn.
  it.each([
    ['all that is left', reversal('400'), '0', false],
    ['a leu more', reversal('401'), '0', true],
    ['of a rate of which nothing is left', reversal('10', '11'), '0', true],
    ['what others have left', reversal('300'), '121.00', false],
    ['more than others have left', reversal('300'), '121.03', true],
  ])('%s: refused: %s', (_, document, others, refused) => {
    expect(takesBackDrawn(document, advance, decimal(others))).toBe(refused);
  });
});

it('amounts without what was taken off them', () => {
  const left = minus([S21('100.00'), S11('50.00')], [S21('30.00'), S21('20.10'), S11('50.00'), E('1.00')]);
  expect([left, netOf(left).toFixed(2)]).toEqual([[S21('49.90')], '49.90']);
});

it('the groups of a document are those that charge', () => {
  const document = sampleDocument({
    lines: [
      sampleLine({ quantity: '2', unitPrice: '50', vatRate: '21' }),
      sampleLine({ quantity: '-1', unitPrice: '50', vatRate: '11' }),
    ],
  });
  expect(groupsOf(document)).toEqual([S21('100.00')]);
});

describe('what is open of an advance', () => {
  const advance = { ...sampleDocument(), isAdvance: true, status: 'issued', subtotal: '100.00', creditedAmount: '0.00' } as const;
  const { isAdvance: _, ...plain } = advance;
  it.each([
    ['all of it', advance, '100.00'],
    ['nothing of another invoice', plain, undefined],
    ['of another invoice that was drawn', { ...plain, drawn: [{ id: 'a', groups: [S21('40.00')] }] }, '60.00'],
    [
      'what two final invoices left',
      {
        ...advance,
        drawn: [
          { id: 'a', groups: [S21('40.00'), S11('10.00')] },
          { id: 'b', groups: [S21('20.00')] },
        ],
      },
      '30.00',
    ],
    ['nothing of a draft', { ...advance, status: 'draft' as const }, '0.00'],
    ['nothing of a cancelled one', { ...advance, status: 'cancelled' as const }, '0.00'],
    ['nothing of one that was credited', { ...advance, creditedAmount: '1.00' }, '0.00'],
    [
      'with allowances, less than its lines',
      { ...advance, fiscal: { subtotal: '90.00', vatTotal: '18.90', total: '108.90' } },
      '90.00',
    ],
  ])('%s', (_what, document, expected) => {
    expect(openAdvance(document)).toBe(expected);
  });

  it('what a final invoice draws replaces what it drew, and is removed without leaving a trace', () => {
    const once = withDrawn(advance, 'a', [S21('40.00')]);
    const again = withDrawn(once, 'a', [S21('10.00')]);
    expect(again.drawn).toEqual([{ id: 'a', groups: [S21('10.00')] }]);
    expect(withDrawn(again, 'a')).toEqual(advance);
  });
});
