import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Codes, codesFor, type Columns, type WordColumn } from './columns.ts';
import { type PackedWords, packWords, unpackWords, type Word } from './dictionary.ts';

/**
 * The file of columns. Its format does not depend on the version of Node (as `v8.serialize` does):
 *
 *     "LIST" · version, one byte · CRC-32 of the rest, 4 bytes ·
 *       length of the header, 4 bytes · header, JSON · blocks, each compressed with Zstandard
 *
 * A block is an amount column, 8 bytes a row; the codes of a word column, 1, 2 or 4 bytes a row; or its texts (dictionary.ts). Columns
 * are written one after the other, so that no more than one of them is in memory twice. Numbers are little-endian, as on all
 * processors of Lambda.
 */
const MAGIC = Buffer.from('LIST');
const VERSION = 3;
/** Bytes before what the checksum covers. */
const CHECKED_FROM = MAGIC.length + 5;

/** Where a block is, from the end of the header; and its length before compression. */
interface Block {
  start: number;
  end: number;
  bytes: number;
}

interface Header {
  length: number;
  amounts: { name: string; block: Block }[];
  words: { name: string; codes: Block; values: StoredWords }[];
}

interface StoredWords {
  words: Word[];
  /**
   * The index in `words` of `undefined` ("the row has no such field"), which JSON cannot represent; -1 if there is none.
   */
  absent: number;
  texts?: Omit<NonNullable<PackedWords['texts']>, 'bytes'> & { block: Block };
}

/** The file of columns. Each column is read once. */
export function encodeColumns({ length, amounts, words }: Columns): Uint8Array {
  const blocks: Buffer[] = [];
  let end = 0;
  const add = ({ buffer, byteOffset, byteLength }: Float64Array<ArrayBufferLike> | Codes | Buffer): Block => {
    const block = compressed(new Uint8Array(buffer, byteOffset, byteLength));
    blocks.push(block);
    const start = end;
    end += block.length;
    return { start, end, bytes: byteLength };
  };
  const stored = ({ words: kept, texts }: PackedWords): StoredWords => ({
    words: kept,
    absent: kept.indexOf(undefined),
    ...(texts && { texts: { form: texts.form, count: texts.count, block: add(texts.bytes) } }),
  });
  const header: Header = {
    length,
    amounts: Object.keys(amounts).map(name => ({ name, block: add(amounts[name] ?? new Float64Array(length)) })),
    words: Object.keys(words).flatMap(name => {
      const column = words[name];
      return column ? [{ name, codes: add(column.codes), values: stored(packWords(column.values)) }] : [];
    }),
  };
  const json = Buffer.from(JSON.stringify(header));
  const checked = Buffer.concat([numberBytes(json.length), json, ...blocks]);
  return Buffer.concat([MAGIC, Buffer.from([VERSION]), numberBytes(crc32(checked)), checked]);
}

const compressed = (bytes: Uint8Array): Buffer =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 }, chunkSize: 1 << 20 });

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The columns of a file; undefined when it has another version, is truncated or corrupt: the list is then read from the table. */
export function decodeColumns(bytes: Uint8Array): Columns | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < CHECKED_FROM || !file.subarray(0, MAGIC.length).equals(MAGIC) || file[MAGIC.length] !== VERSION)
    return undefined;
  const checked = file.subarray(CHECKED_FROM);
  // The checksum detects truncated and corrupt files; a file that passes was written by `encodeColumns`.
  return crc32(checked) === file.readUInt32LE(CHECKED_FROM - 4) ? columnsIn(checked) : undefined;
}

function columnsIn(checked: Buffer): Columns {
  const from = 4 + checked.readUInt32LE(0);
  const { length, amounts, words } = JSON.parse(checked.toString('utf8', 4, from)) as Header;
  // In one piece of a few bytes more than it needs: a buffer that is filled to its end is followed by another.
  const read = ({ start, end, bytes }: Block): Buffer =>
    zstdDecompressSync(checked.subarray(from + start, from + end), { chunkSize: bytes + 64 });
  const wordColumn = ({ codes, values }: Header['words'][number]): WordColumn => {
    const { words: kept, absent, texts } = values;
    const all = absent < 0 ? kept : kept.with(absent, undefined);
    const unpacked = unpackWords({ words: all, ...(texts && { texts: { ...texts, bytes: read(texts.block) } }) });
    const Codes = codesFor(unpacked.length);
    const [buffer, at, size] = aligned(read(codes));
    return { codes: new Codes(buffer, at, size / Codes.BYTES_PER_ELEMENT), values: unpacked };
  };
  const amountColumn = (block: Block): Float64Array => {
    const [buffer, at, size] = aligned(read(block));
    return new Float64Array(buffer, at, size / Float64Array.BYTES_PER_ELEMENT);
  };
  return {
    length,
    amounts: Object.fromEntries(amounts.map(({ name, block }) => [name, amountColumn(block)])),
    words: Object.fromEntries(words.map(word => [word.name, wordColumn(word)])),
  };
}

/** The bytes from a place in memory at which a typed array can begin: a multiple of the size of its elements. */
const aligned = (bytes: Buffer): [ArrayBuffer, number, number] =>
  bytes.byteOffset % 8 === 0
    ? [bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength]
    : [new Uint8Array(bytes).buffer, 0, bytes.byteLength];
