import { type Fraction, divided, exact } from './exact.ts';

/** The national bank's table of exchange rates, as its own files have it: day → currency → lei for one unit. */
export type BankTable = ReadonlyMap<string, ReadonlyMap<string, Fraction>>;

/** @param endpoint the bank's server. @param years of the files that it publishes */
export async function bankTable(endpoint: string, years: readonly number[]): Promise<BankTable> {
  const table = new Map<string, Map<string, Fraction>>();
  for (const year of years) {
    const response = await fetch(`${endpoint}/files/xml/years/nbrfxrates${year}.xml`);
    if (!response.ok) throw new Error(`The bank's file of ${year}: ${response.status}.`);
    for (const [, day = '', cube = ''] of (await response.text()).matchAll(/<Cube date="([\d-]+)">(.*?)<\/Cube>/gs)) {
      const rates = [...cube.matchAll(/<Rate currency="([A-Z]+)"(?: multiplier="(\d+)")?>([\d.]+)<\/Rate>/g)];
      table.set(day, new Map(rates.map(([, currency = '', of = '1', lei = '']) => [currency, divided(exact(lei), exact(of))])));
    }
  }
  return table;
}

/** The last rate that was published before a day (Cod fiscal, art. 290 (2)). */
export function rateBefore(table: BankTable, currency: string, day: string): Fraction {
  if (currency === 'RON') return exact('1');
  const published = [...table.keys()].filter(one => one < day).sort();
  const rate = table.get(published.at(-1) ?? '')?.get(currency);
  if (!rate) throw new Error(`The bank has no rate of ${currency} before ${day}.`);
  return rate;
}
