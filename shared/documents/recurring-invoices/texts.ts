import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { Rate } from './prices.ts';

/** The tokens in notes and descriptions (RCI-16). Pure. */

const MONTH_NAMES = [
  ...['ianuarie', 'februarie', 'martie', 'aprilie', 'mai', 'iunie'],
  ...['iulie', 'august', 'septembrie', 'octombrie', 'noiembrie', 'decembrie'],
];

const TOKEN = /\[\[(luna_nr|luna|an)(?:([+-])(\d{1,3}))?\]\]/g;
const RATE_NOTE = '[[curs]]';

/**
 * Replaces the tokens in a text; everything else stays as it is.
 *
 * - `[[luna]]`: the Romanian name of the month; `[[luna_nr]]`: its number in two digits; `[[an]]`: the year. `+n` and `-n` count
 * months
 *   from the month, and years from the year.
 * - `[[curs]]`: the exchange rates that the document uses; empty when it uses none.
 *
 * @param scheduled the scheduled date of the document, `YYYY-MM-DD`, which may be before its issue date
 */
export function filledText(text: string, scheduled: string, rates: readonly Rate[]): string {
  const month = Number(scheduled.slice(5, 7)) - 1;
  const year = Number(scheduled.slice(0, 4));
  return text
    .replace(TOKEN, (_, name: string, sign: string | undefined, count: string | undefined) => {
      const shift = Number(`${sign ?? ''}${count ?? 0}`);
      if (name === 'an') return String(year + shift);
      const shifted = (((month + shift) % 12) + 12) % 12;
      return name === 'luna' ? MONTH_NAMES[shifted]! : String(shifted + 1).padStart(2, '0');
    })
    .replaceAll(RATE_NOTE, rates.map(rateNote).join('; '))
    .trim();
}

/** A rate as it is printed, with the day of its publication. */
const rateNote = ({ currency, rate, date }: Rate): string =>
  `Curs BNR ${dottedDate(date)}: 1 ${currency} = ${rate.replace('.', ',')} RON`;
