import { expect, it } from 'vitest';
import { newRateSet, PARTITION, type RateSet } from '#shared/records/exchange-rates/store.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { isWorkingDay } from '#shared/model/calendar/working-days.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService({ machines: [], exchangeRates: true });

const stored = (): Promise<(Key & { data: RateSet })[]> => queryItems({ partition: PARTITION });
/** The last day before an outage longer than the ten days of the file. */
const LAST = '2026-01-14';
const TODAY = '2026-02-16';

const runSchedule = async (): Promise<void> => {
  service().runtime.schedules.run('exchange-rates');
  await service().idle();
};

it('a run that dies at any call, or loses its response, leaves days without a gap, and the next run has all of them', async () => {
  service().runtime.clock.set(`${TODAY}T12:00:00Z`);
  service().runtime.clock.freeze(true);
  const published: string[] = [];
  for (let day = '2026-01-01'; day <= TODAY; day = addDays(day, 1)) if (isWorkingDay(day)) published.push(day);
  const calls = await interruptEveryCall(service(), {
    name: 'schedules-exchange-rates',
    run: async what => {
      const items = await stored();
      if (items.length > 0) await transact(items.map(({ pk, sk }) => remove({ pk, sk })));
      await transact(published.filter(day => day <= LAST).map(date => newRateSet({ date, rates: { EUR: '5' } })));
      await runSchedule();
      const days = (await stored()).map(({ data }) => data.date);
      expect(days, what).toEqual(published.slice(0, days.length));
      await runSchedule();
      const sets = (await stored()).map(({ data }) => data);
      expect(
        sets.map(({ date }) => date),
        what,
      ).toEqual(published);
      // Those that were stored before are unchanged.
      expect(
        sets.filter(({ rates }) => rates['EUR'] === '5').map(({ date }) => date),
        what,
      ).toEqual(published.filter(day => day <= LAST));
    },
    check: async () => {
      await runSchedule();
      expect(await stored()).toHaveLength(published.length);
    },
  });
  // What is stored: both files, the days of the year and their one write, the ten days.
  expect(calls).toBe(6);
});
