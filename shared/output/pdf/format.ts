import { isDate } from '#shared/base/kernel/dates.ts';
import type { Language } from '#shared/model/document.ts';
import type { Labels } from './labels/index.ts';

/**
 * Formats stored values for printing. Numbers are formatted from decimal strings, which `Intl` reads exactly (ECMA-402 Intl
 * mathematical values), without conversion to floating point.
 */
export interface Format {
  /** Two decimals: `1.234,50`. */
  money: (amount: string) => string;
  /** Two decimals and the currency code: `1.234,50 RON`. */
  sum: (amount: string, currency: string) => string;
  /** Two to four decimals. */
  price: (price: string) => string;
  /** As many decimals as the value has, up to six. */
  plain: (value: string) => string;
  percent: (rate: string) => string;
  /** As the language writes it (OUT-5): `26.11.2026`, `26 November 2026`, `26/11/2026`. */
  date: (date: string) => string;
  /** `31.12.2026 – 30.01.2027`, or only the date that is known; null without either. */
  period: (period: { startDate?: string | undefined; endDate?: string | undefined } | null | undefined) => string | null;
  country: (code: string) => string;
}

/** The style of dates of each language in CLDR that has a day, a month and a year of four digits. */
const DATE_STYLES: Record<Language, 'short' | 'medium' | 'long'> = { ro: 'short', en: 'long', de: 'medium', fr: 'short' };

/** The formats of a language. */
export function formatOf({ language, locale, percentSign }: Pick<Labels, 'language' | 'locale' | 'percentSign'>): Format {
  const decimals = (minimumFractionDigits: number, maximumFractionDigits: number): ((value: string) => string) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits, useGrouping: 'always' });
    // Few fonts have the narrow no-break space of French numbers, so the plain no-break space replaces it.
    return value => format.format(value as Intl.StringNumericLiteral).replaceAll('\u202f', '\u00a0');
  };
  const money = decimals(2, 2);
  const plain = decimals(0, 6);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: DATE_STYLES[language], timeZone: 'UTC' });
  // An invalid date, in a received document, is printed as it is.
  const date = (day: string): string => (isDate(day) ? dates.format(Date.parse(day)) : day);
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return {
    money,
    sum: (amount, currency) => `${money(amount)} ${currency}`,
    price: decimals(2, 4),
    plain,
    percent: rate => `${plain(rate)}${percentSign}`,
    date,
    period: period => {
      const ends = [period?.startDate, period?.endDate].filter(end => end != null).map(date);
      return ends.length > 0 ? [...new Set(ends)].join(' – ') : null;
    },
    country: code => (/^[A-Z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
  };
}

/** A code in groups of four characters. */
export const inGroups = (code: string): string => code.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

/** An IBAN as it is printed (ISO 13616 print format). */
export const printedIban = inGroups;
