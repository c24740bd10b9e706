import { type Language, LANGUAGES } from '#shared/model/document.ts';

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/**
 * The supported language that a client prefers by its `Accept-Language` (RFC 9110 §12.5.4); Romanian if it names no supported
 * one.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').map(part => {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map(one => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(value => value !== undefined);
    return { language: range.trim().split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
  });
  const ranked = wanted.filter(one => one.quality > 0).toSorted((a, b) => b.quality - a.quality);
  return ranked.map(one => one.language).find(isLanguage) ?? 'ro';
}

/** Whether the text is an IANA time zone known to the runtime. UTC offsets are refused. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
