import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A ZIP archive (APPNOTE 6.3) that is written file by file: only the compressed bytes of the added files stay in memory. */
export class Archive {
  readonly #chunks: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #closed: Promise<void>;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#closed = promise;
    this.#zip = new Zip((error, chunk, final) => {
      if (error) reject(error);
      this.#chunks.push(chunk);
      if (final) resolve();
    });
  }

  /** Adds a file. @param at its modification time (ISO 8601) @param packed whether it is compressed already and is only stored */
  add(path: string, bytes: Uint8Array, at: string, packed = false): void {
    const file = packed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    file.mtime = at;
    this.#zip.add(file);
    file.push(bytes, true);
  }

  /** Closes the archive and returns its bytes. Nothing can be added afterwards. */
  async bytes(): Promise<Buffer> {
    this.#zip.end();
    await this.#closed;
    return Buffer.concat(this.#chunks);
  }
}
