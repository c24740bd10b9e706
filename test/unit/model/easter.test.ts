import { describe, expect, it } from 'vitest';
import { easterOf } from '#shared/model/calendar/working-days.ts';

/** Easter Sundays of the Orthodox Church, as published: month and day, from 2000 on. */
const PUBLISHED = [
  ...['04-30', '04-15', '05-05', '04-27', '04-11', '05-01', '04-23', '04-08', '04-27', '04-19'],
  ...['04-04', '04-24', '04-15', '05-05', '04-20', '04-12', '05-01', '04-16', '04-08', '04-28'],
  ...['04-19', '05-02', '04-24', '04-16', '05-05', '04-20', '04-12', '05-02', '04-16', '04-08'],
  ...['04-28', '04-13', '05-02', '04-24', '04-09', '04-29', '04-20', '04-05', '04-25', '04-17'],
  '05-06',
];

describe('Orthodox Easter', () => {
  it.each(PUBLISHED.map((day, index) => [2000 + index, day] as const))('of %s is on %s', (year, day) => {
    expect(easterOf(year)).toBe(`${year}-${day}`);
  });

  it('is a Sunday between 4 April and 10 May in every year from 1900 to 2099', () => {
    for (let year = 1900; year <= 2099; year++) {
      const easter = easterOf(year);
      expect(new Date(`${easter}T00:00:00Z`).getUTCDay(), easter).toBe(0);
      expect(easter >= `${year}-04-04` && easter <= `${year}-05-10`, easter).toBe(true);
    }
  });
});
