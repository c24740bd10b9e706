import { AwsError } from '../http.ts';

/** Reads a stream of bytes up to markers or by lengths, and buffers as little as possible. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The bytes before `marker`, which is consumed. @throws AwsError after `limit` bytes, or when the stream ends before the marker */
  async until(marker: string, limit: number): Promise<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(marker);
      if (at > limit || (at < 0 && this.#buffer.length > limit + marker.length)) {
        throw new AwsError('InvalidRequest', 400, 'A part of the request is longer than it may be.');
      }
      if (at >= 0) return this.#cut(at, marker.length);
      await this.#more();
    }
  }

  /** The next `length` bytes, in chunks as they arrive. */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.#buffer.length === 0) await this.#more();
      const piece = this.#cut(Math.min(left, this.#buffer.length), 0);
      left -= piece.length;
      yield piece;
    }
  }

  /** The bytes before `marker`, in chunks as they arrive; the marker is consumed. */
  async *before(marker: string): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(marker);
      if (at >= 0) {
        yield this.#cut(at, marker.length);
        return;
      }
      // The last bytes are held back: they may be the beginning of the marker.
      const safe = this.#buffer.length - marker.length + 1;
      if (safe > 0) yield this.#cut(safe, 0);
      await this.#more();
    }
  }

  #cut(length: number, skip: number): Buffer {
    const piece = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length + skip);
    return piece;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw new AwsError('IncompleteBody', 400, 'The request body ended before it was complete.');
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
  }
}

/**
 * The payload of an `aws-chunked` body (SigV4 "chunked upload": size in hex, optional signature, data). The SDK uses it for
 * streams, whose checksum follows in a trailer. Trailers are added to `trailers`, with names in lower case.
 */
export async function* decodeAwsChunked(source: AsyncIterable<Buffer>, trailers: Map<string, string>): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const line = async () => (await reader.until('\r\n', 8192)).toString('latin1');
  for (;;) {
    const size = /^([\da-f]{1,8})(;.*)?$/i.exec(await line())?.[1];
    if (size === undefined) throw new AwsError('InvalidRequest', 400, 'The chunked body has no chunk size where one is due.');
    if (Number.parseInt(size, 16) === 0) break;
    yield* reader.take(Number.parseInt(size, 16));
    if ((await line()) !== '') throw new AwsError('InvalidRequest', 400, 'A chunk is longer than its size says.');
  }
  for (let trailer = await line(); trailer !== ''; trailer = await line()) {
    const colon = trailer.indexOf(':');
    trailers.set(trailer.slice(0, colon).trim().toLowerCase(), trailer.slice(colon + 1).trim());
  }
}
