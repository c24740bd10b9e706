import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { seal, unseal } from '#shared/base/kernel/seal.ts';
import { Answer } from '../answer.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

// Responses may contain secrets, such as a new API key. They are encrypted under the Idempotency-Key, of which the record stores
// only the hash.
const PURPOSE = 'idempotent-answer';
// For an invoice of 1,000 lines, the best quality takes 0.7 s of CPU; this one takes 1.4 ms, for 14 % more bytes.
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The text of an answer, compressed and sealed. */
export const packed = async (key: string, text: string): Promise<Buffer> => seal(key, PURPOSE, await compress(text, FAST));
export const unpacked = async (key: string, bytes: Uint8Array): Promise<string> =>
  (await decompress(unseal(key, PURPOSE, bytes))).toString();

/** A stored response without its status. The body is in `json`, in `text` (e.g. an HTML page), or in `bytes` (base64). */
interface Kept {
  headers: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: string;
}

/** Serializes a response for storage; its status is a field of the record. */
export function keptText({ body, headers }: Answer): string {
  const kept: Kept = { headers };
  if (body instanceof Uint8Array) kept.bytes = Buffer.from(body).toString('base64');
  else if (typeof body === 'string') kept.text = body;
  else if (body !== undefined) kept.json = body;
  return JSON.stringify(kept);
}

/** The stored response, with the header `Idempotent-Replayed: true` added. */
export function answerFrom(status: number, kept: string): Answer {
  const { headers, json, text, bytes } = JSON.parse(kept) as Kept;
  const body = bytes === undefined ? (text ?? json) : new Uint8Array(Buffer.from(bytes, 'base64'));
  return new Answer(status, body, { ...headers, 'idempotent-replayed': 'true' });
}
