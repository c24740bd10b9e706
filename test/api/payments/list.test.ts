import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from './calls.ts';

const trader = useTrader();
const { inForce } = trader;
const { pay, list } = paymentCalls(trader);

describe('GET and DELETE of payments', () => {
  it('lists by date, newest first, and within a day the last recorded first', async () => {
    const { id } = await inForce({ issueDate: addDays(today(), -9) });
    const days = [-3, -1, -3, -2];
    for (const [place, day] of days.entries()) await pay(id, place + 1, { paymentDate: addDays(today(), day) });
    expect((await list(id)).map(one => one.amount)).toEqual([2, 4, 3, 1]);
  });
});
