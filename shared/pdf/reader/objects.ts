import { inflateSync } from 'node:zlib';

/**
 * The objects of a PDF as the renderer's own library (Skia/PDF) writes it: one cross-reference table, one dictionary or stream per
 * object, nothing encrypted or packed. A general reader takes half the time of printing; this one a tenth (`node test/bench/pdf.ts`).
 * It is held against a general one by the tests, and whatever it cannot read counts as text that is not there.
 */
export class PdfObjects {
  readonly #source: string;
  readonly #bytes: Buffer;
  readonly #offsets: number[];

  /** @throws Error when the file has no cross-reference table. */
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

  /** Dictionaries of the pages in their order. */
  pages(): string[] {
    const trailer = this.#source.slice(this.#source.lastIndexOf('trailer'));
    const walk = (dictionary: string): string[] => {
      const kids = /\/Kids \[([^[\]]*)\]/.exec(dictionary)?.[1];
      return kids === undefined ? [dictionary] : references(kids).flatMap(number => walk(this.dictionary(number)));
    };
    const catalog = this.dictionary(referenceOf(trailer, 'Root'));
    return walk(this.dictionary(referenceOf(catalog, 'Pages')));
  }

  /** The object's text up to its stream or end. */
  dictionary(number: number): string {
    const { start, end } = this.#extent(number);
    return this.#source.slice(start, end);
  }

  /** The stream's bytes as Latin-1 text, inflated. */
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

/** The numbers of `12 0 R 13 0 R`. */
const references = (text: string): number[] => [...text.matchAll(/\b(\d+) 0 R/g)].map(match => Number(match[1]));

/** The object that a key refers to; 0, which is no object, when there is none. */
export const referenceOf = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? 0);

/** Names and objects of a dictionary within a dictionary, such as the fonts of a page's resources. */
export function namedReferences(dictionary: string, key: string): Map<string, number> {
  const inner = new RegExp(`/${key} <<([^<>]*)>>`).exec(dictionary)?.[1] ?? '';
  return new Map([...inner.matchAll(/\/([^\s/]+) (\d+) 0 R/g)].map(match => [match[1] ?? '', Number(match[2])]));
}

/** The numbers of an array of numbers. */
export const numbersOf = (dictionary: string, key: string): number[] =>
  (new RegExp(`/${key} \\[([^[\\]]*)\\]`).exec(dictionary)?.[1] ?? '').split(/\s+/).filter(Boolean).map(Number);
