import { type PdfObjects, referenceOf } from './objects.ts';

/** The data of a PDF's font that are needed to read text: the characters and widths of its codes. */
export interface PdfFont {
  /** The text of a string of codes (hexadecimal), and its width in thousandths of the font size. */
  read: (codes: string) => { text: string; width: number };
}

/** The text of a glyph without a character: the font had no glyph for the character to print. */
const UNKNOWN = '\ufffd';

/** Reads a font object of Skia/PDF. Composite fonts have codes of two bytes, others (Type 3, for emoji) of one byte. */
export function readFont(objects: PdfObjects, number: number): PdfFont {
  const dictionary = objects.dictionary(number);
  const isComposite = dictionary.includes('/Subtype /Type0');
  const digits = isComposite ? 4 : 2;
  const meanings = readMeanings(objects.stream(referenceOf(dictionary, 'ToUnicode')));
  const descendant = /\/DescendantFonts \[(\d+) 0 R\]/.exec(dictionary)?.[1];
  const widths = descendant === undefined ? new Map<number, number>() : readWidths(objects.dictionary(Number(descendant)));
  return {
    read: codes => {
      let text = '';
      let width = 0;
      for (let at = 0; at + digits <= codes.length; at += digits) {
        const code = Number.parseInt(codes.slice(at, at + digits), 16);
        text += meanings.get(code) ?? UNKNOWN;
        width += widths.get(code) ?? 0;
      }
      return { text, width };
    },
  };
}

/** The characters of codes, from a ToUnicode map (ISO 32000-1 §9.10.3). */
function readMeanings(map: string): Map<number, string> {
  const meanings = new Map<number, string>();
  for (const [, isRange, body = ''] of map.matchAll(/beginbf(char|range)\n([^e]*)endbf/g)) {
    const words = [...body.matchAll(/<([0-9A-Fa-f]*)>/g)].map(match => match[1] ?? '');
    const step = isRange === 'range' ? 3 : 2;
    for (let at = 0; at + step <= words.length; at += step) {
      const from = Number.parseInt(words[at] ?? '', 16);
      const to = step === 3 ? Number.parseInt(words[at + 1] ?? '', 16) : from;
      const meaning = words[at + step - 1] ?? '';
      for (let code = from; code <= to; code++) meanings.set(code, character(meaning, code - from));
    }
  }
  return meanings;
}

/** The character for a code in a range: UTF-16 in hexadecimal, with the last unit incremented by the index in the range. */
function character(meaning: string, place: number): string {
  const units = (meaning.match(/.{4}/g) ?? []).map(unit => Number.parseInt(unit, 16));
  return String.fromCharCode(...units.map((unit, index) => (index === units.length - 1 ? unit + place : unit)));
}

/** The widths of a composite font's codes: `code [width …]` or `from to width` (ISO 32000-1 §9.7.4.3). */
function readWidths(dictionary: string): Map<number, number> {
  const widths = new Map<number, number>();
  const start = dictionary.indexOf('/W [');
  const tokens = dictionary.slice(start + 3).match(/\[|\]|[\d.-]+/g) ?? [];
  if (start < 0) return widths;
  for (let at = 1; at < tokens.length && tokens[at] !== ']';) {
    const from = Number(tokens[at]);
    if (tokens[at + 1] === '[') {
      at += 2;
      for (let code = from; tokens[at] !== ']' && at < tokens.length; code++) widths.set(code, Number(tokens[at++]));
      at++;
    } else {
      for (let code = from; code <= Number(tokens[at + 1]); code++) widths.set(code, Number(tokens[at + 2]));
      at += 3;
    }
  }
  return widths;
}
