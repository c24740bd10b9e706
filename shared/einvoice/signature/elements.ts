import { ParseOption, XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';
import { SignatureError } from './verdict.ts';

/** Reading of XML without tolerance: what a signature may hold is known, and everything else is a reason to refuse it. */

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';

export const mismatch = (message: string, cause?: unknown): SignatureError =>
  new SignatureError('signature_mismatch', message, cause);

/** Parses without loading or expanding anything; a document type is refused. The caller disposes of the document. */
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

/** The children of an element that holds elements alone; white space between them is allowed. */
export function children(parent: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) found.push(node);
    else if (!(node instanceof XmlText) || node.content.trim() !== '') throw mismatch(`${parent.name} holds more than elements.`);
  }
  return found;
}

/** The children of a name; of one namespace unless another is given. */
export const named = (parent: XmlElement, name: string, namespace = DSIG): XmlElement[] =>
  children(parent).filter(child => is(child, name, namespace));

/** The one child of a name. */
export function only(parent: XmlElement, name: string, namespace = DSIG): XmlElement {
  const [first, ...others] = named(parent, name, namespace);
  if (!first || others.length > 0) throw mismatch(`${parent.name} does not hold exactly one ${name}.`);
  return first;
}

/** The one child of a name, or undefined. */
export const optional = (parent: XmlElement, name: string, namespace = DSIG): XmlElement | undefined =>
  named(parent, name, namespace).length === 0 ? undefined : only(parent, name, namespace);

/** The text of an element that holds text alone: a comment inside would split what is read from what is signed (CVE-2025-29775). */
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
  // Node reads leniently; what it writes again is what was there only if that was base64.
  if (content === '' || decoded.toString('base64') !== content) throw mismatch(`${element.name} is not base64.`);
  return decoded;
}

export const attribute = (element: XmlElement, name: string): string | null =>
  element.attrs.find(one => one.name === name && one.namespaceUri === '')?.value ?? null;

/** Refuses whatever is neither element nor plain text, all the way down: comments, instructions, CDATA, entity references. */
export function refuseHidden(element: XmlElement): void {
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) refuseHidden(node);
    else if (!(node instanceof XmlText)) throw mismatch('The signature holds a comment, an instruction or an entity.');
  }
}
