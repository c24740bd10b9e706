import { crc32, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** Minimal files of the types that the upload detects. */

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const office = (type: string, part: string): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    ),
    [part]: strToU8('<a/>'),
  });

const openDocument = (type: string): Uint8Array =>
  zipSync({ mimetype: [strToU8(`application/vnd.oasis.opendocument.${type}`), { level: 0 }], 'content.xml': strToU8('<a/>') });

/** A compound file with one stream of this name in its directory. */
function compound(stream: string): Uint8Array {
  const file = Buffer.alloc(1024 + 512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  Buffer.from(`${stream}\0`, 'utf16le').copy(file, 1024);
  return file;
}

export const PDF = bytes('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** File names with their bytes and detected types. */
export const FILES: Record<string, { bytes: Uint8Array; type: string }> = {
  'a.pdf': { bytes: PDF, type: 'application/pdf' },
  'a.jpg': {
    bytes: bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9]),
    type: 'image/jpeg',
  },
  'a.png': {
    bytes: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
      'base64',
    ),
    type: 'image/png',
  },
  'a.webp': { bytes: bytes('RIFF', [20, 0, 0, 0], 'WEBPVP8 ', [8, 0, 0, 0], 'xxxxxxxx'), type: 'image/webp' },
  'a.doc': { bytes: compound('WordDocument'), type: 'application/msword' },
  'a.docx': {
    bytes: office('wordprocessingml.document', 'word/document.xml'),
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  'a.xls': { bytes: compound('Workbook'), type: 'application/vnd.ms-excel' },
  'a.xlsx': {
    bytes: office('spreadsheetml.sheet', 'xl/workbook.xml'),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'a.odt': { bytes: openDocument('text'), type: 'application/vnd.oasis.opendocument.text' },
  'a.ods': { bytes: openDocument('spreadsheet'), type: 'application/vnd.oasis.opendocument.spreadsheet' },
  'a.csv': { bytes: Buffer.from('Cod;Denumire;Preț\r\n1;"Șurub; mic";2,50\r\n2;Piuliță;0,10\r\n'), type: 'text/csv' },
  'a.txt': { bytes: Buffer.from('Recepție fără observații.\nDepozitul din Iași, rampa 3\n'), type: 'text/plain' },
  'a.xml': { bytes: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<Invoice xmlns="urn:x"/>'), type: 'application/xml' },
  'a.zip': { bytes: zipSync({ 'x.txt': strToU8('x') }), type: 'application/zip' },
};

/** Files whose content is of no accepted type, whatever their names say. */
export const REFUSED: Record<string, Uint8Array> = {
  'a program of Windows': bytes('MZ', [0x90, 0], '\0'.repeat(60)),
  'a program of Linux': bytes([0x7f], 'ELF', [2, 1, 1, 0], '\0'.repeat(60)),
  'a page of HTML': Buffer.from('<!doctype html><html><script>alert(1)</script></html>'),
  'a picture that can hold scripts': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'an animation': bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0, 0x3b]),
  'a document with macros': zipSync({
    '[Content_Types].xml': strToU8(
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
    ),
    'word/document.xml': strToU8('<a/>'),
  }),
  'a compound file of another program': compound('Outlook'),
  'bytes that are no text': bytes([0, 1, 2, 3, 4, 5, 6, 7]),
  'a text with control characters': bytes('abc', [0x1b], '[31m'),
};

/** A multipart form with a file. */
export function formWith(
  file: Uint8Array,
  name = 'a.pdf',
  fields: Record<string, string> = {},
  type = 'application/pdf',
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.append('file', new File([new Uint8Array(file)], name, { type }));
  return form;
}

/** A PNG of one colour, red (RFC 2083). */
export function redPng(width = 120, height = 40): Buffer {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, check]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([220, 20, 40]))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A form with a logo: a PNG of one pixel by default. */
export function logoForm(bytes = FILES['a.png']?.bytes ?? new Uint8Array(), name = 'logo.png'): FormData {
  const form = new FormData();
  form.append('logo', new File([new Uint8Array(bytes)], name));
  return form;
}

/** The text of a PDF, with white space normalized. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** How many pages a PDF has. */
export async function pdfPages(pdf: Uint8Array): Promise<number> {
  const { getDocumentProxy } = await import('unpdf');
  return (await getDocumentProxy(new Uint8Array(pdf))).numPages;
}
