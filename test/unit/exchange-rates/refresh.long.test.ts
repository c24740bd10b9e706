import { afterAll, beforeAll, expect, it } from 'vitest';
import { startExchangeRates } from '../../../infra/local/engines/exchange-rates.ts';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { refreshRates } from '#shared/records/exchange-rates/refresh.ts';
import { PARTITION, type RateSet } from '#shared/records/exchange-rates/store.ts';
import { isWorkingDay } from '#shared/model/calendar/working-days.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
let bank: Engine;
beforeAll(async () => {
  bank = await startExchangeRates({ now: () => table.clock.now() });
  process.env['EXCHANGE_RATES_URL'] = bank.endpoint;
});
afterAll(async () => {
  delete process.env['EXCHANGE_RATES_URL'];
  await bank.stop();
});

// In the long run, because it stores some 1,500 sets.
it('the first run of the schedule stores the rates published this year and in the five years before it', async () => {
  table.clock.set('2026-11-20T12:00:00Z');
  await refreshRates();
  const sets = (await queryItems<{ data: RateSet }>({ partition: PARTITION })).map(({ data }) => data);
  const published: string[] = [];
  for (let day = '2021-01-01'; day <= '2026-11-20'; day = addDays(day, 1)) if (isWorkingDay(day)) published.push(day);
  expect(sets.map(({ date }) => date)).toEqual(published);
  expect(sets.at(-1)?.rates['EUR']).toMatch(/^5\.\d{1,4}$/);
  expect(sets.at(-1)?.rates['HUF']).toMatch(/^0\.01\d{1,4}$/);
  expect(sets.map(({ rates }) => 'BGN' in rates)).toEqual(sets.map(({ date }) => date < '2026'));
});
