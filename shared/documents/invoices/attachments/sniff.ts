import { withExtension } from '#shared/output/files/file-name.ts';

/**
 * Detects the type of a file by its content only (OWASP ASVS 5.0 §5.2.2): the name and the type that the sender gave are not
 * trusted.
 */

/**
 * Accepted types (OUT-28), each with the extensions that a file of it may have; the first one is appended to other
 * names. Programs open a file by its extension, so none may stand here that runs anything.
 */
export const ACCEPTED: Record<string, readonly [string, ...string[]]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'text/csv': ['csv', 'tsv', 'txt'],
  // A table of one column is text.
  'text/plain': ['txt', 'csv', 'log', 'md'],
  'application/xml': ['xml'],
  'application/zip': ['zip'],
};

/** The usual extension of each accepted type, for people. */
export const EXTENSIONS: readonly string[] = Object.values(ACCEPTED).map(([usual]) => usual);

/** The type of received files that are of no accepted type. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The name of a file of a detected type: it ends with an extension of the type. */
export const namedAs = (name: string, type: string): string => withExtension(name, ACCEPTED[type] ?? ['bin']);

/** The type of the bytes; null when it is not an accepted one. */
export async function acceptedType(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found === undefined || found === 'application/xml') return textType(bytes);
  const type = found === 'application/x-cfb' ? compoundType(bytes) : found;
  return type !== null && type in ACCEPTED ? type : null;
}

/** The streams that identify the binary formats of Word and Excel within a compound file ([MS-DOC] §2.1, [MS-XLS] §2.1.1). */
const STREAMS: [stream: string, type: string][] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
];

/**
 * The type of a compound file. A stream name is at the start of a directory entry, in UTF-16LE; entries are aligned to 128 bytes.
 */
function compoundType(bytes: Uint8Array): string | null {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const hasStream = (name: string): boolean => {
    const wanted = Buffer.from(`${name}\0`, 'utf16le');
    for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) if (at % 128 === 0) return true;
    return false;
  };
  return STREAMS.find(([stream]) => hasStream(stream))?.[1] ?? null;
}

/** Characters that no text contains: control characters except tab, line feed, form feed and carriage return. */
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;

/** Root elements and document types that browsers run as pages, or as pictures that hold scripts. */
const ACTIVE_ROOT = /<(?:!doctype\s+(?:html|svg)|html|svg|head|body|script|iframe)\b/iy;
/** Namespaces that make elements active under any name. */
const ACTIVE_NAMESPACE = /www\.w3\.org\/(?:1999\/xhtml|2000\/svg)/i;

const isActive = (text: string): boolean => {
  ACTIVE_ROOT.lastIndex = afterProlog(text);
  return ACTIVE_ROOT.test(text) || ACTIVE_NAMESPACE.test(text);
};

/**
 * The index at which the prolog of an HTML or XML document ends: white space, processing instructions and comments, as browsers
 * parse them (in HTML, `<!-->` and `--!>` end a comment too). Linear time: one regular expression for the whole prolog would
 * backtrack exponentially.
 */
function afterProlog(text: string): number {
  const SPACE = /\s*/y;
  const COMMENT_END = /--!?>/g;
  for (let at = 0; ;) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    if (text.startsWith('<?', at)) {
      const end = text.indexOf('>', at);
      if (end < 0) return text.length;
      at = end + 1;
    } else if (text.startsWith('<!--', at)) {
      COMMENT_END.lastIndex = at + 2;
      if (!COMMENT_END.test(text)) return text.length;
      at = COMMENT_END.lastIndex;
    } else {
      return at;
    }
  }
}

/**
 * The type of a file without a magic number, if it is text: in UTF-8, or in windows-1250, which Windows programs in Romania write.
 */
function textType(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  if (text === null || CONTROLS.test(text)) return null;
  if (isActive(text)) return null;
  if (/^\s*<(\?xml|!--|!DOCTYPE|[A-Za-z_])/.test(text)) return 'application/xml';
  return isTable(text) ? 'text/csv' : 'text/plain';
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // Drops a byte order mark.
  } catch {
    const text = new TextDecoder('windows-1250').decode(bytes);
    // Bytes that the code page does not define become C1 control characters.
    return /[\x80-\x9f]/.test(text) ? null : text;
  }
}

const LOOKED_AT = 20;

/** Whether the first lines have the same number of fields, and more than one. */
function isTable(text: string): boolean {
  const lines = text.slice(0, 65_536).split(/\r?\n/).filter(Boolean).slice(0, LOOKED_AT);
  if (lines.length < 2) return false;
  return [',', ';', '\t'].some(separator => {
    const [first, ...others] = lines.map(line => line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length);
    return first !== undefined && first > 1 && others.every(count => count === first);
  });
}
