import { XmlError, type XmlElement } from '#shared/authority/einvoice/xml/node.ts';

/**
 * Whether two XML files have the same content: equal text, or equal elements, attributes and texts, since the authority may write a document
 * again. Comments, prefixes and white space between elements do not count. A file that cannot be parsed is equal to no other.
 */
export async function isSameDocument(a: Uint8Array, b: Uint8Array): Promise<boolean> {
  if (trimmed(a) === trimmed(b)) return true;
  // A large module, and most documents are returned as they were sent.
  const [{ parseXml }, { xmlText }] = await Promise.all([
    import('#shared/authority/einvoice/xml/parse.ts'),
    import('#shared/authority/einvoice/xml/decode.ts'),
  ]);
  try {
    return isSameElement(parseXml(xmlText(a)).root, parseXml(xmlText(b)).root);
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}

// Only white space at the ends of a file may differ.
const trimmed = (xml: Uint8Array): string => Buffer.from(xml).toString().trim();

function isSameElement(a: XmlElement, b: XmlElement): boolean {
  return (
    a.name === b.name &&
    a.text.trim() === b.text.trim() &&
    attributesOf(a) === attributesOf(b) &&
    a.children.length === b.children.length &&
    a.children.every((child, place) => isSameElement(child, b.children[place]!))
  );
}

const attributesOf = ({ attributes }: XmlElement): string =>
  JSON.stringify(attributes.map(({ name, value }) => [name, value]).sort(([x = ''], [y = '']) => (x < y ? -1 : 1)));
