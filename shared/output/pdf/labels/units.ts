import { fold } from '#shared/base/kernel/collate.ts';
import type { Language } from '#shared/model/document.ts';

/** Translations of Romanian words for units of measure, by the word in lower case without diacritics. */
const UNITS: Readonly<Record<string, Readonly<Record<Exclude<Language, 'ro'>, string>>>> = {
  buc: { en: 'pcs', de: 'Stk.', fr: 'pce' },
  bucata: { en: 'piece', de: 'Stück', fr: 'pièce' },
  bucati: { en: 'pieces', de: 'Stück', fr: 'pièces' },
  tona: { en: 'tonne', de: 'Tonne', fr: 'tonne' },
  tone: { en: 'tonnes', de: 'Tonnen', fr: 'tonnes' },
  litru: { en: 'litre', de: 'Liter', fr: 'litre' },
  litri: { en: 'litres', de: 'Liter', fr: 'litres' },
  metru: { en: 'metre', de: 'Meter', fr: 'mètre' },
  metri: { en: 'metres', de: 'Meter', fr: 'mètres' },
  mp: { en: 'm²', de: 'm²', fr: 'm²' },
  mc: { en: 'm³', de: 'm³', fr: 'm³' },
  serviciu: { en: 'service', de: 'Leistung', fr: 'prestation' },
  ora: { en: 'hour', de: 'Stunde', fr: 'heure' },
  ore: { en: 'hours', de: 'Stunden', fr: 'heures' },
  zi: { en: 'day', de: 'Tag', fr: 'jour' },
  zile: { en: 'days', de: 'Tage', fr: 'jours' },
  saptamana: { en: 'week', de: 'Woche', fr: 'semaine' },
  luna: { en: 'month', de: 'Monat', fr: 'mois' },
  luni: { en: 'months', de: 'Monate', fr: 'mois' },
  an: { en: 'year', de: 'Jahr', fr: 'an' },
  ani: { en: 'years', de: 'Jahre', fr: 'ans' },
  minut: { en: 'minute', de: 'Minute', fr: 'minute' },
  seturi: { en: 'sets', de: 'Sätze', fr: 'lots' },
  pachet: { en: 'pack', de: 'Paket', fr: 'paquet' },
  pereche: { en: 'pair', de: 'Paar', fr: 'paire' },
  perechi: { en: 'pairs', de: 'Paar', fr: 'paires' },
  cutie: { en: 'box', de: 'Karton', fr: 'boîte' },
  palet: { en: 'pallet', de: 'Palette', fr: 'palette' },
  rola: { en: 'roll', de: 'Rolle', fr: 'rouleau' },
  sac: { en: 'sack', de: 'Sack', fr: 'sac' },
};

/** A unit of measure in a document's language: known Romanian words are translated, others stay unchanged. Pure. */
export function unitIn(language: Language, typed: string): string {
  const word = fold(typed.trim());
  return language === 'ro' || !Object.hasOwn(UNITS, word) ? typed : (UNITS[word]?.[language] ?? typed);
}
