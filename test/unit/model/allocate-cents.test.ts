import { describe, expect, it } from 'vitest';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import { spread } from '#shared/model/amounts/allocate-cents.ts';

const spreadOf = (shares: string[], target: string): string[] => spread(shares.map(decimal), decimal(target)).map(amount);

describe('shares rounded to cents that sum to a target', () => {
  it.each<[string, string[], string, string[]]>([
    ['no share', [], '0.00', []],
    ['the missing cent goes to the share that lost most', ['0.104', '0.106'], '0.21', ['0.10', '0.11']],
    ['of equal ones, to the earlier', ['0.105', '0.105'], '0.21', ['0.11', '0.10']],
    ['a negative target mirrors it', ['-0.105', '-0.105'], '-0.21', ['-0.11', '-0.10']],
    ['a target of zero too, when the first share is negative', ['-0.005', '0.005'], '0.00', ['-0.01', '0.01']],
    ['and when it is positive', ['0.005', '-0.005'], '0.00', ['0.01', '-0.01']],
    ['shares of zero before it make no difference', ['0', '-0.005', '0.005'], '0.00', ['0.00', '-0.01', '0.01']],
    ['a share of zero stays zero, however much is missing', ['0', '0.001'], '0.03', ['0.00', '0.03']],
    ['a share of one has its part', ['1', '0.001'], '1.02', ['1.01', '0.01']],
    ['more is missing than there are shares', ['0.001', '0.001'], '1.01', ['0.51', '0.50']],
    ['more is there than the target', ['0.10', '0.10'], '0.17', ['0.09', '0.08']],
  ])('%s', (_, shares, target, expected) => {
    expect(spreadOf(shares, target)).toEqual(expected);
  });
});
