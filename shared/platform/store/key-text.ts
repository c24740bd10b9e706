import { sha256 } from '#shared/base/kernel/ids.ts';

/** A sort key may have 1,024 bytes, also that of an index; this leaves room for a prefix and an id. */
const MOST_BYTES = 800;

/**
 * A text as part of a key. A longer one than fits is cut, by bytes and between characters, and its hash is added: it keeps its place in
 * the order, and two different texts never become equal. Everything goes through here that people or other systems write and that
 * becomes part of a key attribute of the table or of an index.
 */
export function keyText(text: string): string {
  // No character has more than three bytes for each unit of its UTF-16 form.
  if (text.length * 3 <= MOST_BYTES || Buffer.byteLength(text) <= MOST_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MOST_BYTES));
  return `${text.slice(0, read)}~${sha256(text)}`;
}
