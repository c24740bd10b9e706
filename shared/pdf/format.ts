import { dottedDate } from '../kernel/dates.ts';
import type { Labels } from './labels/index.ts';

/**
 * Stored values as the document prints them. Numbers are formatted from their decimal strings, which `Intl` reads exactly
 * (ECMA-402 Intl mathematical values), so no digit passes through a float.
 */
export interface Format {
  /** Two decimals: `1.234,50`. */
  money: (amount: string) => string;
  /** Two decimals and the currency's code: `1.234,50 RON`. */
  sum: (amount: string, currency: string) => string;
  /** Two to four decimals. */
  price: (price: string) => string;
  /** As many decimals as stated, up to six. */
  plain: (value: string) => string;
  percent: (rate: string) => string;
  /** `dd.mm.yyyy` in every language (completions-documents §14). */
  date: (date: string) => string;
  /** `31.12.2026 – 30.01.2027`, or the one end that is known; null without either. */
  period: (period: { startDate?: string | undefined; endDate?: string | undefined } | null | undefined) => string | null;
  country: (code: string) => string;
}

/** The formats of a language. */
export function formatOf({ locale, percentSign }: Labels): Format {
  const decimals = (minimumFractionDigits: number, maximumFractionDigits: number): ((value: string) => string) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits, useGrouping: 'always' });
    // The narrow space of French figures is in few fonts; the plain no-break space holds them together as well.
    return value => format.format(value as Intl.StringNumericLiteral).replaceAll('\u202f', '\u00a0');
  };
  const money = decimals(2, 2);
  const plain = decimals(0, 6);
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return {
    money,
    sum: (amount, currency) => `${money(amount)} ${currency}`,
    price: decimals(2, 4),
    plain,
    percent: rate => `${plain(rate)}${percentSign}`,
    date: dottedDate,
    period: period => {
      const ends = [period?.startDate, period?.endDate].filter(end => end != null).map(dottedDate);
      return ends.length > 0 ? [...new Set(ends)].join(' – ') : null;
    },
    country: code => (/^[A-Z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
  };
}

/** A code in groups of four, as people read and type it. */
export const inGroups = (code: string): string => code.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

/** An IBAN as it is printed (ISO 13616 print format). */
export const printedIban = inGroups;
