import { inflateSync } from 'node:zlib';

/**
 * The objects of a PDF that the browser's library (Skia/PDF) has written: one cross-reference table, one dictionary or stream per
 * object, no encryption, no object streams. A general PDF reader would take half as long as printing; this one takes a tenth. Tests compare
 * it with a general one. Text that it cannot read counts as missing.
 */
export class PdfObjects {
  readonly #source: string;
  readonly #bytes: Buffer;
  readonly #offsets: number[];

  /** @throws Error when the file has no cross-reference table */
  constructor(pdf: Uint8Array) {
    this.#bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    this.#source = this.#bytes.toString('latin1');
    const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(this.#source.slice(-64))?.[1]);
    const head = /xref\s+0 (\d+)\s+/y;
    head.lastIndex = table;
    const count = Number(head.exec(this.#source)?.[1]);
    if (!(count > 0)) throw new Error('The PDF has no cross-reference table.');
    const entries = head.lastIndex;
    this.#offsets = Array.from({ length: count }, (_, number) => {
      const at = entries + 20 * number;
      return Number(this.#source.slice(at, at + 10));
    });
  }

  /** The dictionaries of the pages, in order. */
  pages(): string[] {
    const trailer = this.#source.slice(this.#source.lastIndexOf('trailer'));
    const walk = (dictionary: string): string[] => {
      const kids = /\/Kids \[([^[\]]*)\]/.exec(dictionary)?.[1];
      return kids === undefined ? [dictionary] : references(kids).flatMap(number => walk(this.dictionary(number)));
    };
    const catalog = this.dictionary(referenceOf(trailer, 'Root'));
    return walk(this.dictionary(referenceOf(catalog, 'Pages')));
  }

  /** The text of an object up to its stream or end; empty if there is no such object. */
  dictionary(number: number): string {
    const { start, end } = this.#extent(number);
    return this.#source.slice(start, end);
  }

  /** The decompressed stream of an object as Latin-1 text; empty if it has none. */
  stream(number: number): string {
    const { start, end } = this.#extent(number);
    const dictionary = this.#source.slice(start, end);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    if (!(length >= 0) || !this.#source.startsWith('stream\n', end)) return '';
    const body = this.#bytes.subarray(end + 7, end + 7 + length);
    return dictionary.includes('/FlateDecode') ? inflateSync(body).toString('latin1') : body.toString('latin1');
  }

  #extent(number: number): { start: number; end: number } {
    const start = this.#offsets[number];
    if (start === undefined || !this.#source.startsWith(`${number} 0 obj`, start)) return { start: 0, end: 0 };
    const end = this.#source.indexOf('endobj', start);
    const stream = this.#source.slice(start, end).indexOf('stream\n');
    return { start, end: stream >= 0 ? start + stream : end };
  }
}

/** The object numbers in `12 0 R 13 0 R`. */
const references = (text: string): number[] => [...text.matchAll(/\b(\d+) 0 R/g)].map(match => Number(match[1]));

/** The number of the object that a key refers to; 0, which is never an object, if the key is missing. */
export const referenceOf = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? 0);

/** Names and object numbers in a nested dictionary, such as the fonts of a page's resources. */
export function namedReferences(dictionary: string, key: string): Map<string, number> {
  const inner = new RegExp(`/${key} <<([^<>]*)>>`).exec(dictionary)?.[1] ?? '';
  return new Map([...inner.matchAll(/\/([^\s/]+) (\d+) 0 R/g)].map(match => [match[1] ?? '', Number(match[2])]));
}

/** The numbers in the array of a key; empty if the key is missing. */
export const numbersOf = (dictionary: string, key: string): number[] =>
  (new RegExp(`/${key} \\[([^[\\]]*)\\]`).exec(dictionary)?.[1] ?? '').split(/\s+/).filter(Boolean).map(Number);
