import { ParseOption, XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';
import { SignatureError } from './verdict.ts';

/** Strict reading of the XML of signatures: everything that is not expected is refused with `signature_mismatch`. */

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';

export const mismatch = (message: string, cause?: unknown): SignatureError =>
  new SignatureError('signature_mismatch', message, cause);

/** Parses XML without external entities or expansion, and refuses a document type. The caller must dispose of the document. */
export function parseXml(bytes: Uint8Array): XmlDocument {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET });
  } catch (error) {
    throw mismatch('The file is not well-formed XML.', error);
  }
  if (document.dtd === null) return document;
  document.dispose();
  throw mismatch('The file declares a document type.');
}

export const is = (element: XmlElement, name: string, namespace = DSIG): boolean =>
  element.name === name && element.namespaceUri === namespace;

/** The children of an element that may contain only elements and white space. */
export function children(parent: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) found.push(node);
    else if (!(node instanceof XmlText) || node.content.trim() !== '') throw mismatch(`${parent.name} holds more than elements.`);
  }
  return found;
}

/** The children with a name, by default in the namespace of XMLDSig. */
export const named = (parent: XmlElement, name: string, namespace = DSIG): XmlElement[] =>
  children(parent).filter(child => is(child, name, namespace));

/** The only child with a name. @throws SignatureError if there is not exactly one */
export function only(parent: XmlElement, name: string, namespace = DSIG): XmlElement {
  const [first, ...others] = named(parent, name, namespace);
  if (!first || others.length > 0) throw mismatch(`${parent.name} does not hold exactly one ${name}.`);
  return first;
}

/** The only child with a name, or undefined. @throws SignatureError if there are several */
export const optional = (parent: XmlElement, name: string, namespace = DSIG): XmlElement | undefined =>
  named(parent, name, namespace).length === 0 ? undefined : only(parent, name, namespace);

/**
 * The text of an element that may contain only text: a comment in it could make the text that is read differ from the signed one
 * (CVE-2025-29775).
 */
export function text(element: XmlElement): string {
  let content = '';
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (!(node instanceof XmlText)) throw mismatch(`${element.name} holds more than text.`);
    content += node.content;
  }
  return content;
}

/** The bytes of an element in base64 (RFC 4648 §4, with white space, as XML Schema allows). */
export function bytes(element: XmlElement): Buffer {
  const content = text(element).replace(/[ \t\r\n]/g, '');
  const decoded = Buffer.from(content, 'base64');
  // Node decodes leniently: only valid base64 is the same after decoding and encoding.
  if (content === '' || decoded.toString('base64') !== content) throw mismatch(`${element.name} is not base64.`);
  return decoded;
}

export const attribute = (element: XmlElement, name: string): string | null =>
  element.attrs.find(one => one.name === name && one.namespaceUri === '')?.value ?? null;

/** Refuses comments, processing instructions, CDATA and entity references in an element and its descendants. */
export function refuseHidden(element: XmlElement): void {
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) refuseHidden(node);
    else if (!(node instanceof XmlText)) throw mismatch('The signature holds a comment, an instruction or an entity.');
  }
}
