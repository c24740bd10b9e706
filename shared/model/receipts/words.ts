import { decimal } from '#shared/base/kernel/money.ts';

/**
 * Amounts in lei and bani in Romanian words, as receipts state them. Pure.
 *
 * Grammar (DOOM 3; Gramatica de bază a limbii române): 1 and 2, also at the end of 21, 32, ..., have the gender of what is counted: `leu`, `ban`
 * (masculine), `mie` (feminine), `milion` (neuter: masculine in the singular, feminine in the plural). Before the noun stands `de` when the
 * last two digits are 00 or 20 to 99.
 */

type Gender = 'masculine' | 'feminine' | 'neuter';

interface Noun {
  gender: Gender;
  /** With its article: exactly one of it. */
  one: string;
  many: string;
}

const LEU: Noun = { gender: 'masculine', one: 'un leu', many: 'lei' };
const BAN: Noun = { gender: 'masculine', one: 'un ban', many: 'bani' };
const THOUSAND: Noun = { gender: 'feminine', one: 'o mie', many: 'mii' };
const MILLION: Noun = { gender: 'neuter', one: 'un milion', many: 'milioane' };

const UNITS = ['', '', '', 'trei', 'patru', 'cinci', 'șase', 'șapte', 'opt', 'nouă'];
const TEENS = [
  ...['zece', 'unsprezece', '', 'treisprezece', 'paisprezece', 'cincisprezece', 'șaisprezece', 'șaptesprezece'],
  ...['optsprezece', 'nouăsprezece'],
];
const TENS = ['', '', 'douăzeci', 'treizeci', 'patruzeci', 'cincizeci', 'șaizeci', 'șaptezeci', 'optzeci', 'nouăzeci'];

/** A digit from 1 to 9 that ends a number. */
function unit(digit: number, gender: Gender): string {
  if (digit === 1) return gender === 'feminine' ? 'una' : 'unu';
  if (digit === 2) return gender === 'masculine' ? 'doi' : 'două';
  return UNITS[digit] ?? '';
}

/** A number from 1 to 99. */
function belowHundred(value: number, gender: Gender): string {
  if (value < 10) return unit(value, gender);
  if (value === 12) return gender === 'masculine' ? 'doisprezece' : 'douăsprezece';
  if (value < 20) return TEENS[value - 10] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? tens : `${tens} și ${unit(value % 10, gender)}`;
}

/** The words of a number from 1 to 999. */
function belowThousand(value: number, gender: Gender): string[] {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  return [
    ...(hundreds === 0 ? [] : [hundreds === 1 ? 'o sută' : `${unit(hundreds, 'feminine')} sute`]),
    ...(rest === 0 ? [] : [belowHundred(rest, gender)]),
  ];
}

/** A number with the noun that it counts. */
function counted(value: number, words: string[], { one, many }: Noun): string {
  if (value === 1) return one;
  const lastTwo = value % 100;
  const joins = value === 0 || (lastTwo >= 1 && lastTwo <= 19) ? [] : ['de'];
  return [...words, ...joins, many].join(' ');
}

/** A whole number with the noun that it counts, from 0 to 999,999,999. */
function whole(value: number, noun: Noun): string {
  const millions = Math.floor(value / 1_000_000);
  const thousands = Math.floor(value / 1000) % 1000;
  const words = [
    ...(millions === 0 ? [] : [counted(millions, belowThousand(millions, MILLION.gender), MILLION)]),
    ...(thousands === 0 ? [] : [counted(thousands, belowThousand(thousands, THOUSAND.gender), THOUSAND)]),
    ...belowThousand(value % 1000, noun.gender),
  ];
  return counted(value, words.length === 0 ? ['zero'] : words, noun);
}

/**
 * An amount of lei in words: `o sută unu lei și cincizeci de bani`. Without bani these are left out; below one leu it begins with `zero lei`.
 *
 * @param value from 0 to 999,999,999.99, with at most two decimals
 * @throws RangeError for any other
 */
export function leiInWords(value: string): string {
  const amount = decimal(value);
  if (amount.lt(0) || amount.gt('999999999.99') || !amount.eq(amount.round(2)))
    throw new RangeError(`No words for ${value}: amounts are from 0 to 999999999.99.`);
  const lei = amount.round(0, 0);
  const bani = Number(amount.minus(lei).times(100).toFixed(0));
  const words = whole(Number(lei.toFixed(0)), LEU);
  return bani === 0 ? words : `${words} și ${whole(bani, BAN)}`;
}
