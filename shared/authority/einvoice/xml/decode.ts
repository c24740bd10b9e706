import { XmlError } from './node.ts';
import { LIMITS } from './parse.ts';

/**
 * The accepted encodings and their decoders: UTF-8, and those of older Romanian and Western software. All are supersets of ASCII,
 * so that the declaration itself is read correctly; others (UTF-7, UTF-32, EBCDIC) are refused.
 */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-2', 'iso-8859-2'],
  ['iso-8859-15', 'iso-8859-15'],
  ['iso-8859-16', 'iso-8859-16'],
  ['windows-1250', 'windows-1250'],
  ['windows-1252', 'windows-1252'],
]);
const ENCODING = /\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/** The encoding of the XML declaration, which ends within the first 300 characters. */
const declaredEncoding = (text: string): string | undefined =>
  ENCODING.exec(/^<\?xml\s[^>]*/.exec(text.slice(0, 300))?.[0] ?? '')?.[1];

/**
 * The text of an XML document from its bytes: by byte order mark, else by the declared encoding, else UTF-8 (XML 1.0 §4.3.3).
 *
 * @throws {XmlError} if the document is too long, its encoding is not accepted, its bytes are invalid in the encoding, or byte
 *   order mark and declaration disagree
 */
export function xmlText(bytes: Uint8Array): string {
  if (bytes.length > LIMITS.length) throw new XmlError(`The document is longer than ${LIMITS.length} bytes.`);
  const mark = byteOrderMark(bytes);
  if (mark !== null) {
    const text = decoded(bytes, mark);
    const declared = declaredEncoding(text)?.toLowerCase();
    const agrees = declared === undefined || declared === mark || (mark !== 'utf-8' && declared === 'utf-16');
    if (!agrees)
      throw new XmlError(`The document declares the encoding ${declared} but begins with the byte order mark of ${mark}.`);
    return text;
  }
  const declared = declaredAlone(bytes);
  const encoding = ENCODINGS.get(declared.toLowerCase());
  if (encoding === undefined) throw new XmlError(`The encoding ${declared} is not supported; save the document as UTF-8.`);
  return decoded(bytes, encoding);
}

/** Whether a document is encoded in UTF-8, by its byte order mark or its declaration. */
export function isUtf8(bytes: Uint8Array): boolean {
  const mark = byteOrderMark(bytes);
  return mark === null ? ENCODINGS.get(declaredAlone(bytes).toLowerCase()) === 'utf-8' : mark === 'utf-8';
}

/** The declared encoding of a document without a byte order mark; UTF-8 if it declares none. */
const declaredAlone = (bytes: Uint8Array): string =>
  declaredEncoding(Buffer.from(bytes.subarray(0, 300)).toString('latin1')) ?? 'utf-8';

type MarkedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function byteOrderMark([first, second, third]: Uint8Array): MarkedEncoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlError(`The document holds bytes that are not ${encoding.toUpperCase()}.`);
  }
}
