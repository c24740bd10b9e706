import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A ZIP archive (APPNOTE 6.3) that is written file by file: only the compressed bytes of the added files stay in memory. */
export class Archive {
  readonly #chunks: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #closed: Promise<void>;
  #size = 0;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#closed = promise;
    this.#zip = new Zip((error, chunk, final) => {
      if (error) reject(error);
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      if (final) resolve();
    });
  }

  /** Bytes of the archive so far, without its directory. */
  get size(): number {
    return this.#size;
  }

  /** Adds a file. @param at its modification time (ISO 8601) @param packed whether it is compressed already and is only stored */
  add(path: string, bytes: Uint8Array, at: string, packed = false): void {
    const file = this.#begin(path, at, packed);
    file.push(bytes, true);
  }

  /** Adds a file that comes in parts, of which only one is in memory at a time. @param at its modification time (ISO 8601) */
  async addParts(path: string, parts: AsyncIterable<Uint8Array>, at: string): Promise<void> {
    const file = this.#begin(path, at, false);
    for await (const part of parts) file.push(part);
    file.push(new Uint8Array(), true);
  }

  #begin(path: string, at: string, packed: boolean): ZipDeflate | ZipPassThrough {
    const file = packed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    file.mtime = at;
    this.#zip.add(file);
    return file;
  }

  /** Closes the archive and returns its bytes. Nothing can be added afterwards. */
  async bytes(): Promise<Buffer> {
    this.#zip.end();
    await this.#closed;
    return Buffer.concat(this.#chunks);
  }
}
