import { UNITS_OF_MEASURE } from './codes/units-of-measure.ts';
import { fold } from './fold.ts';

/** Words people write for units, folded, and their UN/ECE Rec 20/21 codes (completions-documents §13.4). */
const WORDS: Record<string, string> = Object.fromEntries(
  (
    [
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
      ['PK', 'pachet pack'],
      ['PR', 'pereche perechi'],
      ['XBX', 'cutie box'],
      ['XPX', 'palet'],
      ['XRO', 'rola'],
      ['XSA', 'sac'],
    ] as const
  ).flatMap(([code, words]) => words.split(' ').map(word => [word, code])),
);

/**
 * The unit code (BT-130) of a unit of measure as typed: a known word in any case and with or without diacritics, or a
 * code of the lists as it stands. Anything else counts in pieces (`H87`) with `known: false`, which callers report.
 */
export function unitCode(text: string): { code: string; known: boolean } {
  const word = WORDS[fold(text)];
  if (word) return { code: word, known: true };
  const code = text.trim();
  return UNITS_OF_MEASURE.has(code) ? { code, known: true } : { code: 'H87', known: false };
}
