import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AwsError } from '../http.ts';

/**
 * The digests by which a caller vouches for the bytes of an object.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */

/** Algorithms, with the number of bytes of their digests. */
const BYTES = { md5: 16, crc32: 4, crc32c: 4, crc64nvme: 8, sha1: 20, sha256: 32 };
type Algorithm = keyof typeof BYTES;

/** Digests of bytes, base64. */
export type Digests = Partial<Record<Algorithm, string>>;

/** A header of the request, or a trailer of its body. */
type Header = (name: string) => string | undefined;

const PREFIX = 'x-amz-checksum-';
const headerOf = (algorithm: Algorithm): string => (algorithm === 'md5' ? 'content-md5' : `${PREFIX}${algorithm}`);
const invalid = (message: string) => new AwsError('InvalidRequest', 400, message);

/** The checksum that the headers declare, or announce for the trailer; undefined without one. @throws AwsError for two, and for one that S3 does not know */
function declaredChecksum(headers: Record<string, unknown>): Algorithm | undefined {
  const announced = typeof headers['x-amz-trailer'] === 'string' ? headers['x-amz-trailer'].toLowerCase().split(',') : [];
  const names = [...Object.keys(headers), ...announced.map(name => name.trim())]
    .filter(name => name.startsWith(PREFIX))
    .map(name => name.slice(PREFIX.length))
    .filter(name => !['algorithm', 'mode', 'type'].includes(name));
  if (names.length > 1) throw invalid(`Expecting a single ${PREFIX} header. Multiple checksum Types are not allowed.`);
  const [name] = names;
  if (name === undefined && headers['x-amz-sdk-checksum-algorithm'] !== undefined)
    throw invalid(
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  if (name !== undefined && (name === 'md5' || !Object.hasOwn(BYTES, name)))
    throw new AwsError('NotImplemented', 501, `The local engine does not know the checksum ${name}.`);
  return name as Algorithm | undefined;
}

/** The algorithms of a request's digests. @throws AwsError as S3 refuses headers that it cannot check by */
export function declaredAlgorithms(headers: Record<string, unknown>): Algorithm[] {
  const checksum = declaredChecksum(headers);
  const declared: Algorithm[] = checksum === undefined ? [] : [checksum];
  return headers['content-md5'] === undefined ? declared : ['md5', ...declared];
}

/** @throws AwsError for a malformed digest, for one that the bytes do not have, and for one that was announced and has not come */
export function checkDigests(algorithms: readonly Algorithm[], header: Header, actual: Digests): void {
  for (const algorithm of algorithms) {
    const declared = header(headerOf(algorithm));
    if (declared === undefined)
      throw new AwsError('MalformedTrailerError', 400, 'The request contained trailing data that was not well-formed.');
    if (!isDigest(declared, BYTES[algorithm])) {
      throw algorithm === 'md5'
        ? new AwsError('InvalidDigest', 400, 'The Content-MD5 you specified was invalid.', { 'Content-MD5': declared })
        : invalid(`Value for ${headerOf(algorithm)} header is invalid.`);
    }
    if (declared === actual[algorithm]) continue;
    throw new AwsError('BadDigest', 400, `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`);
  }
}

function isDigest(text: string, bytes: number): boolean {
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === bytes && decoded.toString('base64') === text;
}

/** Computes digests of bytes as they come. */
export interface Digesting {
  update(chunk: Buffer): unknown;
  digest(): Buffer;
}

/** @returns what computes an algorithm */
export function digesting(algorithm: Algorithm): Digesting {
  if (algorithm === 'crc32') return plainCrc32();
  if (algorithm === 'crc32c') return reflectedCrc(0x82_f6_3b_78n, BYTES.crc32c);
  if (algorithm === 'crc64nvme') return reflectedCrc(0x9a_6c_93_29_ac_4b_c9_b5n, BYTES.crc64nvme);
  return createHash(algorithm);
}

/** The digests of some bytes. */
export function digestsOf(bytes: Buffer, algorithms: readonly Algorithm[]): Digests {
  const all = algorithms.map(algorithm => {
    const computing = digesting(algorithm);
    computing.update(bytes);
    return [algorithm, computing.digest().toString('base64')];
  });
  return Object.fromEntries(all) as Digests;
}

/** The headers with which S3 confirms the checksum of a request. */
export const checksumHeaders = (algorithms: readonly Algorithm[], actual: Digests): Record<string, string> =>
  Object.fromEntries(
    algorithms
      .filter(algorithm => algorithm !== 'md5')
      .flatMap(algorithm => [
        [headerOf(algorithm), actual[algorithm] ?? ''],
        [`${PREFIX}type`, 'FULL_OBJECT'],
      ]),
  ) as Record<string, string>;

function plainCrc32(): Digesting {
  let value = 0;
  return {
    update: chunk => (value = crc32(chunk, value)),
    digest: () => Buffer.from(value.toString(16).padStart(8, '0'), 'hex'),
  };
}

/** A CRC of reflected bits that begins and ends with all bits turned. */
function reflectedCrc(polynomial: bigint, bytes: number): Digesting {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let entry = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) entry = (entry >> 1n) ^ (entry & 1n ? polynomial : 0n);
    return entry;
  });
  const all = (1n << BigInt(8 * bytes)) - 1n;
  let value = all;
  return {
    update(chunk) {
      for (const byte of chunk) value = (value >> 8n) ^ (table[Number(value & 0xffn) ^ byte] ?? 0n);
    },
    digest: () => Buffer.from((value ^ all).toString(16).padStart(2 * bytes, '0'), 'hex'),
  };
}
