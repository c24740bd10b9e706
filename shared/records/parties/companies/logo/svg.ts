import { ParseOption, XmlCData, XmlComment, XmlDocument, XmlElement, type XmlNode, XmlText } from 'libxml2-wasm';
import { UnusableImage } from './image.ts';

/**
 * SVG can contain scripts, load other resources, and take hours to render. Only plain pictures are accepted: elements of an
 * allowlist, no references outside of the file, and nothing that multiplies other parts of it (such as `use`).
 */

const SVG = 'http://www.w3.org/2000/svg';

const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'title', 'desc', 'style', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'text', 'tspan'],
]);

const MOST_ELEMENTS = 5_000;

/** Whether the bytes look like XML; then they are checked as SVG. */
export const isMarkup = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*</.test(Buffer.from(bytes.subarray(0, 1000)).toString('utf8'));

/** @throws UnusableImage for SVG that is not a plain picture */
export function checkSvg(bytes: Uint8Array): void {
  const text = decoded(bytes);
  // A processing instruction can load a style sheet. The XML declaration at the start is not one.
  if (text.includes('<?', /^<\?xml\s/.test(text) ? 1 : 0))
    throw new UnusableImage('has a processing instruction (<?…?>): remove it');
  const document = parsed(bytes);
  try {
    if (document.dtd !== null) throw new UnusableImage('declares a document type: save it as plain SVG without one');
    if (document.root.name !== 'svg') throw new UnusableImage('must be a PNG, JPEG or SVG');
    checkTree(document.root);
  } finally {
    document.dispose();
  }
}

/** Only UTF-8 is accepted, so that the check and the renderer decode the same text. */
function decoded(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const end = text.startsWith('<?xml') ? text.indexOf('?>') : -1;
    const declaration = text.slice(0, Math.max(0, end)).toLowerCase();
    if (!declaration.includes('encoding') || /encoding\s*=\s*["']utf-8["']/.test(declaration)) return text;
  } catch {
    // The bytes are not UTF-8: refused like a declaration of another encoding.
  }
  throw new UnusableImage('must be encoded in UTF-8');
}

function parsed(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET });
  } catch (error) {
    throw new UnusableImage('is neither a PNG or JPEG nor well-formed SVG', { cause: error });
  }
}

function checkTree(root: XmlElement): void {
  const open: XmlElement[] = [root];
  for (let seen = 0, element = open.pop(); element; element = open.pop()) {
    seen += 1;
    if (seen > MOST_ELEMENTS) throw new UnusableImage(`has more than ${MOST_ELEMENTS} elements`);
    checkElement(element);
    let content = '';
    for (let node: XmlNode | null = element.firstChild; node !== null; node = node.next) {
      if (node instanceof XmlElement) open.push(node);
      else if (node instanceof XmlText || node instanceof XmlCData) content += node.content;
      else if (!(node instanceof XmlComment)) throw new UnusableImage(`has an unknown kind of content in ${element.name}`);
    }
    // Checked as a whole, because a word can be split between text and CDATA.
    if (element.name === 'style') checkReferences(content, 'a style');
  }
}

function checkElement(element: XmlElement): void {
  const { name, namespaceUri, attrs } = element;
  if (namespaceUri !== SVG || !ELEMENTS.has(name))
    throw new UnusableImage(
      `has the element ${name.slice(0, 50)}: remove it, or save the file as plain SVG; shapes, texts and gradients are accepted`,
    );
  for (const { name: attribute, value } of attrs) {
    const shown = attribute.slice(0, 50);
    if (/^on/i.test(attribute)) throw new UnusableImage(`runs a script in ${shown}: remove it`);
    if (/^(?:href|src|base)$/i.test(attribute) && !/^#[\w.-]+$/.test(value))
      throw new UnusableImage(`has a link in ${shown}: remove it`);
    checkReferences(value, shown);
  }
}

/**
 * Refuses references to anything outside of the file in style sheets and attributes: `url()` of anything but a `#fragment`, at-rules such as
 * `@import`, and escapes that could hide them.
 */
function checkReferences(text: string, where: string): void {
  if (/[\\@]/.test(text)) throw new UnusableImage(`has an @ or a backslash in ${where}, which could hide a link: remove it`);
  if (/(?:javascript|data|https?|file):/i.test(text) || hasOuterUrl(text))
    throw new UnusableImage(`refers to another file or a script in ${where}: remove it`);
}

const hasOuterUrl = (text: string): boolean =>
  /image-set|src\(/i.test(text) ||
  text
    .split(/url\(/i)
    .slice(1)
    .some(rest => !/^["']?#/.test(rest));
