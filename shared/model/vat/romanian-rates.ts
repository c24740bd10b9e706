import { decimal, plain } from '#shared/base/kernel/money.ts';

/** A VAT rate above 0 of Romania, in percent, with the days from and to which it applied; null: not looked up, or still applies. */
interface RomanianRate {
  rate: string;
  isStandard?: true;
  from: string | null;
  to: string | null;
  /** What it still applies to after `to`, and until when. */
  longer?: { to: string; what: string };
}

/**
 * All VAT rates above 0 that Romania had since 2000. Sources: Law 571/2003, art. 140, and OUG 58/2010 (19 % and 24 %); Law 227/2015,
 * art. 291 (20 % in 2016, 19 % from 2017; 9 % and 5 %); Law 141/2025, Official Gazette 699 of 25 July 2025 (21 % and 11 % from 1 August
 * 2025; 9 % for homes that were agreed on before, until 31 July 2026). The first days of 9 % and 5 % are not needed: they lie before
 * the change that is checked.
 */
const ROMANIAN_RATES: readonly RomanianRate[] = [
  { rate: '19', isStandard: true, from: '2000-01-01', to: '2010-06-30' },
  { rate: '24', isStandard: true, from: '2010-07-01', to: '2015-12-31' },
  { rate: '20', isStandard: true, from: '2016-01-01', to: '2016-12-31' },
  { rate: '19', isStandard: true, from: '2017-01-01', to: '2025-07-31' },
  { rate: '9', from: null, to: '2025-07-31', longer: { to: '2026-07-31', what: 'homes under the transitional rule' } },
  { rate: '5', from: null, to: '2025-07-31' },
  { rate: '21', isStandard: true, from: '2025-08-01', to: null },
  { rate: '11', from: '2025-08-01', to: null },
];

const rowsOf = (rate: string): RomanianRate[] => ROMANIAN_RATES.filter(one => decimal(one.rate).eq(rate));

/** Whether Romania has, or had since 2000, this rate. @param rate percentage above 0 */
export const wasRomanianRate = (rate: string): boolean => rowsOf(rate).length > 0;

/**
 * Why a rate does not fit the day on which the tax becomes due; undefined when it does, or when Romania never had it. Pure.
 *
 * @param rate percentage above 0
 * @param day the tax point, `YYYY-MM-DD`
 */
export function outsideItsTime(rate: string, day: string): string | undefined {
  const rows = rowsOf(rate);
  if (rows.length === 0 || rows.some(({ from, to }) => (from ?? '') <= day && day <= (to ?? '9999'))) return undefined;
  const { longer } = rows.at(-1)!;
  if (longer && day <= longer.to) return `${plain(decimal(rate))} % applies until ${longer.to} to ${longer.what} only`;
  const times = rows.map(({ from, to }) => [from && `from ${from}`, to && `until ${to}`].filter(Boolean).join(' '));
  return `${plain(decimal(rate))} % applied ${times.join(' and ')}, not on ${day}, when the tax becomes due`;
}

/** The standard rate of a day, in percent; of a day before 2000, the first one. @param day `YYYY-MM-DD` */
export const standardRateOn = (day: string): string => {
  const standard = ROMANIAN_RATES.filter(({ isStandard }) => isStandard);
  return (standard.findLast(({ from }) => (from ?? '') <= day) ?? standard[0]!).rate;
};
