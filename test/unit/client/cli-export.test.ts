import { expect, it } from 'vitest';
import { periodOf } from '../../../clients/cli/src/commands/export.ts';

it.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('the period of %s ends on %s', (month, to) => expect(periodOf({ month })).toEqual({ from: `${month}-01`, to }));

it('is from one day to another', () => {
  const period = { from: '2026-01-05', to: '2026-01-06' };
  expect(periodOf(period)).toEqual(period);
});
