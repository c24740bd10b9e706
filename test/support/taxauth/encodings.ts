/** Encodes texts in encodings that Node can only decode. */

/** The byte of each character of an encoding of one byte a character. */
function bytesOf(encoding: string): Map<string, number> {
  const decoder = new TextDecoder(encoding);
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
}

/**
 * An XML document in another encoding, which its declaration names. UTF-16 begins with a byte order mark.
 *
 * @throws for a character that the encoding lacks
 */
export function inEncoding(xml: string, encoding: string): Buffer {
  const text = xml.replace(/encoding="[^"]*"/, `encoding="${encoding}"`);
  if (/^utf-16/i.test(encoding)) {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return encoding === 'UTF-16BE' ? bytes.swap16() : bytes;
  }
  const bytes = bytesOf(encoding);
  return Buffer.from(
    Array.from(text, character => {
      const byte = bytes.get(character);
      if (byte === undefined) throw new Error(`${encoding} has no ${character}.`);
      return byte;
    }),
  );
}
