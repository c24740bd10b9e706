import { UNITS_OF_MEASURE } from './units-of-measure.ts';
import { fold } from '#shared/base/kernel/collate.ts';

/** UN/ECE Rec 20/21 codes and the words for them, in lower case without diacritics (EIN-10). */
const TABLE = [
  ['H87', 'buc bucata bucati piece pcs'],
  ['KGM', 'kg kilogram'],
  ['GRM', 'g gram'],
  ['TNE', 't tona tone'],
  ['LTR', 'l litru litri'],
  ['MLT', 'ml'],
  ['MTR', 'm metru metri'],
  ['CMT', 'cm'],
  ['MMT', 'mm'],
  ['KMT', 'km'],
  ['MTK', 'mp m2'],
  ['MTQ', 'mc m3'],
  ['KWH', 'kwh'],
  ['E48', 'serviciu service'],
  ['HUR', 'ora ore h hour hours'],
  ['DAY', 'zi zile day'],
  ['WEE', 'saptamana week'],
  ['MON', 'luna luni month'],
  ['ANN', 'an ani year'],
  ['MIN', 'min minut'],
  ['SET', 'set seturi'],
  // In the code lists, codes of packages have the prefix X.
  ['XPK', 'pachet pack pk'],
  ['PR', 'pereche perechi'],
  ['XBX', 'cutie box'],
  ['XPX', 'palet'],
  ['XRO', 'rola'],
  ['XSA', 'sac'],
] as const;

/** The code of each word. */
export const UNIT_WORDS: ReadonlyMap<string, string> = new Map(
  TABLE.flatMap(([code, words]) => words.split(' ').map(word => [word, code] as const)),
);
/** The first word of each code; C62 ("one") is named like pieces. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...TABLE.map(([code, words]) => [code, words.split(' ')[0]!] as const),
  ['C62', 'buc'],
]);

/**
 * The unit code (BT-130) for a unit of measure: for a known word, in any case and with or without diacritics, its code; a code of
 * the lists is itself, in any case (`MWh` is MWH). Anything else gives pieces (`H87`) with `known: false`, which callers report.
 */
export function unitCode(text: string): { code: string; known: boolean } {
  const word = UNIT_WORDS.get(fold(text));
  if (word) return { code: word, known: true };
  const code = text.trim().toUpperCase();
  return UNITS_OF_MEASURE.has(code) ? { code, known: true } : { code: 'H87', known: false };
}

/** The word for a unit code (EIN-10); the code itself if there is none. */
export const unitName = (code: string): string => NAMES.get(code.trim()) ?? code.trim();
