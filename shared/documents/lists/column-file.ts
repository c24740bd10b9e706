import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Columns, Word, WordColumn } from './columns.ts';

/**
 * The file of columns. Its format does not depend on the version of Node (as `v8.serialize` does):
 *
 *     "LIST" · version, one byte · Zstandard with checksum of (
 *       length of the header, 4 bytes · header, JSON ·
 *       each amount column, 8 bytes a row · the codes of each word column, 4 bytes a row )
 *
 * Numbers are little-endian, as on all processors of Lambda, so that columns are typed-array views of the bytes that were read.
 */
const MAGIC = Buffer.from('LIST');
const VERSION = 2;

interface Header {
  length: number;
  amounts: string[];
  /**
   * `absent` is the index in `values` of `undefined` ("the row has no such field"), which JSON cannot represent; -1 if there is
   * none.
   */
  words: { name: string; values: Word[]; absent: number }[];
}

export function encodeColumns({ length, amounts, words }: Columns): Uint8Array {
  const header: Header = {
    length,
    amounts: Object.keys(amounts),
    words: Object.entries(words).map(([name, { values }]) => ({ name, values, absent: values.indexOf(undefined) })),
  };
  const json = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(4);
  start.writeUInt32LE(json.length);
  const payload = Buffer.concat([
    start,
    json,
    ...Object.values(amounts).map(bytesOf),
    ...Object.values(words).map(({ codes }) => bytesOf(codes)),
  ]);
  const compressed = zstdCompressSync(payload, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  return Buffer.concat([MAGIC, Buffer.from([VERSION]), compressed]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The columns of a file; undefined when it has another version, is truncated or corrupt: the list is then read from the table. */
export function decodeColumns(bytes: Uint8Array): Columns | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, MAGIC.length).equals(MAGIC) || file[MAGIC.length] !== VERSION) return undefined;
  try {
    return columnsIn(zstdDecompressSync(file.subarray(MAGIC.length + 1)));
  } catch {
    // The checksum of Zstandard detects truncated and corrupt files; a file that passes was written by `encodeColumns`.
    return undefined;
  }
}

function columnsIn(payload: Buffer): Columns {
  const size = payload.readUInt32LE(0);
  const { length, amounts, words } = JSON.parse(payload.toString('utf8', 4, 4 + size)) as Header;
  const start = 4 + size;
  const end = start + length * (8 * amounts.length + 4 * words.length);
  if (end !== payload.length) throw new RangeError('The columns do not fill the file.');
  // A copy, because typed arrays must begin at a multiple of their element size.
  const columns = new Uint8Array(payload.subarray(start)).buffer;
  const codesFrom = 8 * length * amounts.length;
  const wordColumn = ({ values, absent }: Header['words'][number], place: number): WordColumn => ({
    codes: new Uint32Array(columns, codesFrom + 4 * length * place, length),
    values: absent < 0 ? values : values.with(absent, undefined),
  });
  return {
    length,
    amounts: Object.fromEntries(amounts.map((name, place) => [name, new Float64Array(columns, 8 * length * place, length)])),
    words: Object.fromEntries(words.map((word, place) => [word.name, wordColumn(word, place)])),
  };
}
