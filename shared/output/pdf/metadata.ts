import { referenceOf } from './reader/objects.ts';

/** Metadata of a PDF, in addition to its title. */
export interface Metadata {
  /** Creation and modification date (ISO 8601 UTC), instead of the time of printing. */
  instant: string;
  /** The name of the company. */
  author?: string;
  /** The language for screen readers (BCP 47). */
  language?: string;
}

/**
 * The PDF with dates, author and language, which the browser cannot set: it writes the time of printing, and a language only into
 * tagged files. Expects a cross-reference table at the end, as the browser's library writes it; in a file without one, only the
 * dates are changed. Pure, except that dates are replaced in the given array.
 */
export function described(pdf: Uint8Array, { instant, author, language }: Metadata): Uint8Array {
  const bytes = dated(pdf, instant);
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL));
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  const trailerAt = bytes.lastIndexOf('trailer');
  if (!(table > 0) || trailerAt < table) return pdf;
  const trailer = bytes.toString('latin1', trailerAt, bytes.lastIndexOf('startxref'));
  let entries = bytes.toString('latin1', table, trailerAt);
  const firstEntry = /^xref\s+0 \d+\s+/.exec(entries)?.[0].length;
  if (firstEntry === undefined) return pdf;

  // The extended objects are inserted before the table, and the table is changed to refer to them; all other objects stay in place.
  const added: string[] = [];
  let end = table;
  const extend = (number: number, addition: string): void => {
    const at = firstEntry + 20 * number;
    const start = Number(entries.slice(at, at + 10));
    const object = bytes.toString('latin1', start, bytes.indexOf('endobj', start));
    if (!object.startsWith(`${number} 0 obj`)) return;
    const extended = `${object.replace('<<', () => `<<${addition}\n`)}endobj\n`;
    entries = `${entries.slice(0, at)}${String(end).padStart(10, '0')}${entries.slice(at + 10)}`;
    added.push(extended);
    end += extended.length;
  };
  if (author !== undefined) extend(referenceOf(trailer, 'Info'), `/Author ${pdfText(author)}`);
  if (language !== undefined) extend(referenceOf(trailer, 'Root'), `/Lang ${pdfText(language)}`);
  const rest = `${added.join('')}${entries}${trailer}startxref\n${end}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([bytes.subarray(0, table), Buffer.from(rest, 'latin1')]));
}

/** How many bytes at the end of a file contain its last lines. */
const TAIL = 64;

/** A text as hexadecimal string of UTF-16 with byte order mark (ISO 32000-1 §7.9.2.2), which needs no escaping. */
const pdfText = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/** Replaces the dates of the information dictionary in place; the browser writes them uncompressed and with fixed length. */
function dated(pdf: Uint8Array, instant: string): Buffer {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const digits = instant.replace(/\D/g, '').slice(0, 14);
  for (const key of ['/CreationDate (D:', '/ModDate (D:']) {
    const at = bytes.lastIndexOf(key);
    if (at >= 0) bytes.write(digits, at + key.length, 'latin1');
  }
  return bytes;
}
