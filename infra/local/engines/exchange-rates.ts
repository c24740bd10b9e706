import { addDays } from '#shared/base/kernel/dates.ts';
import { isWorkingDay } from '#shared/model/calendar/working-days.ts';
import { lastPublicationDue } from '#shared/records/exchange-rates/due.ts';
import type { LocalClock } from '../clock.ts';
import { seededRandom } from '../faults/faults.ts';
import { writeXml, type XmlTree } from '../xml.ts';
import { AwsError, type Engine, serve } from './http.ts';

/**
 * Simulates the national bank's files of exchange rates, by the local clock: every working day has a set, which is published at 13:00 in
 * Bucharest. Rates are invented, close to real ones, and always the same for a day.
 */

/** RON for one unit, or for 100. */
const CURRENCIES: [code: string, rate: number, multiplier?: number][] = [
  ['AED', 1.19],
  ['AUD', 2.86],
  ['BRL', 0.81],
  ['CAD', 3.12],
  ['CHF', 5.43],
  ['CNY', 0.61],
  ['CZK', 0.2091],
  ['DKK', 0.6805],
  ['EGP', 0.0921],
  ['EUR', 5.0812],
  ['GBP', 5.78],
  ['HKD', 0.5621],
  ['HUF', 1.3294, 100],
  ['IDR', 0.0272, 100],
  ['ILS', 1.34],
  ['INR', 0.0495],
  ['ISK', 3.46, 100],
  ['JPY', 2.82, 100],
  ['KRW', 0.2973, 100],
  ['MDL', 0.2587],
  ['MXN', 0.2389],
  ['MYR', 1.06],
  ['NOK', 0.4321],
  ['NZD', 2.48],
  ['PHP', 0.0742],
  ['PLN', 1.1984],
  ['RSD', 0.0434],
  ['RUB', 0.0541],
  ['SEK', 0.4632],
  ['SGD', 3.37],
  ['THB', 0.1352],
  ['TRY', 0.1038],
  ['UAH', 0.1045],
  ['USD', 4.38],
  ['XAU', 574.12],
  ['XDR', 5.97],
  ['ZAR', 0.2531],
];

/** The Bulgarian lev had a fixed rate to the euro, which replaced it in 2026. */
const LEV = { lastDay: '2025-12-31', perEuro: 1.95583 };

const DAY_MILLIS = 86_400_000;
const YEAR_FILE = /^\/files\/xml\/years\/nbrfxrates(\d{4})\.xml$/;

/** Starts the bank's server. To simulate outages, use faults of the service `exchange-rates`. */
export const startExchangeRates = (clock: Pick<LocalClock, 'now'>): Promise<Engine> =>
  serve(
    async ({ url = '' }, response) => {
      const days = daysOf(new URL(url, 'http://localhost').pathname, lastPublicationDue(new Date(clock.now())));
      if (days.length === 0) throw new AwsError('NotFound', 404, 'There is no such file.');
      response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(dataSet(days));
    },
    ({ status, message }, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end(message);
    },
  );

/** The days in a file, in the bank's order: files of the last days begin with the newest. */
function daysOf(path: string, last: string): string[] {
  if (path === '/nbrfxrates.xml') return [last];
  if (path === '/nbrfxrates10days.xml') return publicationsUpTo(last, addDays(last, -30)).slice(-10).reverse();
  const year = YEAR_FILE.exec(path)?.[1];
  if (year === undefined || year < '2005') return [];
  const end = `${year}-12-31`;
  return publicationsUpTo(end < last ? end : last, `${year}-01-01`);
}

function publicationsUpTo(last: string, first: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) if (isWorkingDay(day)) days.push(day);
  return days;
}

const dataSet = (days: readonly string[]): string =>
  writeXml({
    DataSet: {
      '@': {
        xmlns: 'http://www.bnr.ro/xsd',
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': 'http://www.bnr.ro/xsd nbrfxrates.xsd',
      },
      Header: { Publisher: 'National Bank of Romania', PublishingDate: days.toSorted().at(-1), MessageType: 'DR' },
      Body: { Subject: 'Reference rates', OrigCurrency: 'RON', Cube: days.map(cube) },
    },
  });

function cube(date: string): XmlTree {
  const day = Date.parse(date) / DAY_MILLIS;
  const rates = CURRENCIES.map(([code, base, multiplier], place): [string, number, number?] => {
    const wave = 0.01 * Math.sin(day / 60 + place) + 0.002 * (seededRandom(day * 1000 + place)() - 0.5);
    return [code, base * (1 + wave), multiplier];
  });
  const euro = rates.find(([code]) => code === 'EUR')?.[1] ?? 0;
  if (date <= LEV.lastDay) rates.push(['BGN', euro / LEV.perEuro]);
  const elements = rates.map(([currency, rate, multiplier]) => ({ '@': { currency, multiplier }, '#': rate.toFixed(4) }));
  return { '@': { date }, Rate: elements };
}
