import { rateBefore } from '#shared/records/exchange-rates/read.ts';
import type { Rate, Rates } from './prices.ts';

/** The latest rates that were published before a day; currencies without one are left out. All are from the same, cached set. */
export async function ratesBefore(day: string, currencies: readonly string[]): Promise<Rates> {
  const read = await Promise.all(
    currencies.map(async (currency): Promise<[string, Rate][]> => {
      const found = await rateBefore(day, currency);
      return found ? [[currency, { currency, ...found }]] : [];
    }),
  );
  return new Map(read.flat());
}
