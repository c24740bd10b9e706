import { expect, it } from 'vitest';
import { quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';

const told = (prepaidAmount: string, quantity = '1'): string[] =>
  quickCheck(sampleDocument({ ublExtensions: { prepaidAmount }, lines: [sampleLine({ quantity })] })).warnings.filter(warning =>
    warning.startsWith('ublExtensions.prepaidAmount'),
  );

it.each<[string, string[], string[]]>([
  ['the total', ['121'], []],
  ['less', ['120.99'], []],
  ['none', ['0'], []],
  ['any, on a negative document', ['10', '-1'], []],
  ['more', ['200'], ['ublExtensions.prepaidAmount: 200.00 is more than the total of 121.00; the amount due would be -79.00.']],
])('a prepaid amount of %s', (_, [prepaid = '', quantity], warnings) => {
  expect(told(prepaid, quantity)).toEqual(warnings);
});
