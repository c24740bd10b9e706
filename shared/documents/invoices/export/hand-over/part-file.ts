import type { Piece, Sums } from './adapter.ts';

/**
 * The stored form of a part: lines of JSON, the first of which is its head. A line is of one section, so that the last run reads a section
 * line by line: in memory are the bytes of one part, and a line. Pure.
 */

/** What is known of a part beside its texts. */
export interface Head {
  sums: Sums;
  /** Keys of entries that cannot be read, and documents of which only the entry can. */
  unreadable: string[];
}

type Line = [section: string, text: string, key?: string];

/** Characters from which on the texts of a section make a line. */
const LINE = 2 ** 15;

const NEW_LINE = 0x0a;

/** Writes a part. What has a key is in it once. */
export class PartFile {
  readonly #lines: Buffer[] = [];
  readonly #begun = new Map<string, string>();
  readonly #keys = new Set<string>();
  #characters = 0;

  /** Characters of its texts so far. */
  get characters(): number {
    return this.#characters;
  }

  add({ section, text, key }: Piece): void {
    if (key !== undefined) {
      const name = `${section} ${key}`;
      if (this.#keys.has(name)) return;
      this.#keys.add(name);
    }
    this.#characters += text.length;
    if (key !== undefined) return void this.#write([section, text, key]);
    const begun = (this.#begun.get(section) ?? '') + text;
    if (begun.length >= LINE) this.#write([section, begun]);
    this.#begun.set(section, begun.length >= LINE ? '' : begun);
  }

  #write(line: Line | Head): void {
    this.#lines.push(lineOf(line));
  }

  /** The bytes of the whole part. Nothing can be added afterwards. */
  bytes(head: Head): Buffer {
    for (const [section, text] of this.#begun) if (text !== '') this.#write([section, text]);
    return Buffer.concat([lineOf(head), ...this.#lines]);
  }
}

const lineOf = (line: Line | Head): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEW_LINE, from);
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}

export function headOf(bytes: Buffer): Head {
  const [head] = linesOf(bytes);
  return JSON.parse(String(head)) as Head;
}

/** The texts of a section of a part, with their keys. */
export function* textsOf(bytes: Buffer, section: string): Generator<{ text: string; key: string | undefined }> {
  const begin = Buffer.from(`[${JSON.stringify(section)},`);
  for (const line of linesOf(bytes)) {
    if (!line.subarray(0, begin.length).equals(begin)) continue;
    const [, text, key] = JSON.parse(line.toString()) as Line;
    yield { text, key };
  }
}
