import { Buffer } from 'node:buffer';

/** Text, number, boolean or null; undefined if the row does not have the field. */
export type Word = unknown;

/** The distinct values of a column, in the order of `compareWords`. A list of words is one; others make each value when it is asked for. */
export interface Dictionary {
  readonly length: number;
  at(code: number): Word;
}

/** The order of values: undefined, then others that are no texts, then texts as JavaScript compares them. */
export function compareWords(a: Word, b: Word): number {
  if (a === b) return 0;
  const byKind = kindOf(a) - kindOf(b);
  if (byKind !== 0) return byKind;
  return String(a) < String(b) ? -1 : 1;
}

const kindOf = (word: Word): number => (word === undefined ? 0 : typeof word === 'string' ? 2 : 1);

/** The distinct values of words as a dictionary. */
export function dictionaryOf(words: Iterable<Word>): Word[] {
  const distinct = new Set(words);
  // An array sorts `undefined` last, whatever the comparison.
  const first = distinct.delete(undefined) ? [undefined] : [];
  return [...first, ...[...distinct].sort(compareWords)];
}

/** The first of so many places from which on a test holds; their number when it holds nowhere. Binary search. */
export function firstPlace(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The code of the first value that does not come before a word; the length when there is none. */
export const firstFrom = (values: Dictionary, word: Word): number =>
  firstPlace(values.length, code => compareWords(values.at(code), word) >= 0);

/** The code of a value; undefined when the dictionary lacks it. */
export function codeOf(values: Dictionary, word: Word): number | undefined {
  const code = firstFrom(values, word);
  return code < values.length && values.at(code) === word ? code : undefined;
}

/**
 * A dictionary with more values than this keeps its texts as bytes, in the file and in memory: a million ids are 16 MB, as texts they
 * would be 60. A smaller one is a list of texts, since a text of bytes is made again each time it is read.
 */
export const MANY_VALUES = 10_000;

/** How texts are kept as bytes. */
interface Form {
  /** Bytes of each text; undefined: they differ, and where each ends is kept as well. */
  size?: number;
  fits(text: string): boolean;
  write(bytes: Buffer, text: string, start: number): void;
  read(bytes: Buffer, start: number, end: number): string;
}

const FORMS = {
  id: {
    size: 16,
    fits: text => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
    write: (bytes, text, start) => bytes.write(text.replaceAll('-', ''), start, 'hex'),
    read: (bytes, start, end) => {
      const hex = bytes.toString('hex', start, end);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  },
  instant: {
    size: 8,
    fits: text => {
      const millis = Date.parse(text);
      return !Number.isNaN(millis) && new Date(millis).toISOString() === text;
    },
    write: (bytes, text, start) => bytes.writeDoubleLE(Date.parse(text), start),
    read: (bytes, start) => new Date(bytes.readDoubleLE(start)).toISOString(),
  },
  text: {
    // UTF-8 has no half of a surrogate pair.
    fits: text => text.isWellFormed(),
    write: (bytes, text, start) => bytes.write(text, start, 'utf8'),
    read: (bytes, start, end) => bytes.toString('utf8', start, end),
  },
} satisfies Record<string, Form>;

/** A dictionary as it is kept: some words, then texts as bytes. */
export interface PackedWords {
  words: Word[];
  texts?: { form: keyof typeof FORMS; count: number; bytes: Buffer };
}

/** Packs a dictionary. @param many with more values than this, texts are packed as bytes */
export function packWords(values: Dictionary, many = MANY_VALUES): PackedWords {
  const form = values.length > many ? formOf(values) : undefined;
  if (!form) return { words: wordsOf(values) };
  const from = firstFrom(values, '');
  const count = values.length - from;
  const { size, write } = FORMS[form] as Form;
  const sizeOf = (place: number): number => size ?? Buffer.byteLength(values.at(from + place) as string);
  const ends = size === undefined ? 4 * count : 0;
  let end = ends;
  for (let place = 0; place < count; place++) end += sizeOf(place);
  const bytes = Buffer.allocUnsafe(end);
  let start = ends;
  for (let place = 0; place < count; place++) {
    const text = values.at(from + place) as string;
    write(bytes, text, start);
    start += size ?? Buffer.byteLength(text);
    if (size === undefined) bytes.writeUInt32LE(start, 4 * place);
  }
  return { words: wordsOf(values, from), texts: { form, count, bytes } };
}

const wordsOf = (values: Dictionary, length = values.length): Word[] => Array.from({ length }, (_, code) => values.at(code));

/** The form that all texts of a dictionary fit; undefined when there is none. */
function formOf(values: Dictionary): keyof typeof FORMS | undefined {
  const from = firstFrom(values, '');
  return (Object.keys(FORMS) as (keyof typeof FORMS)[]).find(name => {
    const { fits } = FORMS[name];
    for (let code = from; code < values.length; code++) if (!fits(values.at(code) as string)) return false;
    return true;
  });
}

/** The dictionary that was packed. Texts are read from the bytes each time. */
export function unpackWords({ words, texts }: PackedWords): Dictionary {
  if (!texts) return words;
  const { bytes, count } = texts;
  const { size, read } = FORMS[texts.form] as Form;
  const start = (place: number): number =>
    size !== undefined ? size * place : place === 0 ? 4 * count : bytes.readUInt32LE(4 * (place - 1));
  return {
    length: words.length + count,
    at: code => {
      const place = code - words.length;
      return place < 0 ? words[code] : read(bytes, start(place), start(place + 1));
    },
  };
}
