import { ParseOption, XmlCData, XmlComment, XmlDocument, XmlElement, type XmlNode, XmlText } from 'libxml2-wasm';
import { UnusableImage } from './image.ts';

/**
 * SVG is a language of pages: it can hold scripts, load what it names, and take hours to draw. Accepted is only a picture of shapes: known
 * elements, no reference to anything outside of the file, nothing that repeats other parts of it.
 */

const SVG = 'http://www.w3.org/2000/svg';

const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'title', 'desc', 'style', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'text', 'tspan'],
]);

const MOST_ELEMENTS = 5_000;

/** Whether the text looks like XML: then it is judged as SVG. */
export const isMarkup = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*</.test(Buffer.from(bytes.subarray(0, 1000)).toString('utf8'));

/** @throws UnusableImage for anything but a picture of shapes */
export function checkSvg(bytes: Uint8Array): void {
  const text = decoded(bytes);
  // A processing instruction can name a style sheet; the declaration at the start is none.
  if (text.includes('<?', /^<\?xml\s/.test(text) ? 1 : 0))
    throw new UnusableImage('holds a processing instruction, which is not accepted in SVG');
  const document = parsed(bytes);
  try {
    if (document.dtd !== null) throw new UnusableImage('declares a document type: save it as plain SVG without one');
    if (document.root.name !== 'svg') throw new UnusableImage('is no PNG, JPEG or SVG');
    checkTree(document.root);
  } finally {
    document.dispose();
  }
}

/** What is looked at must be what is drawn: one encoding alone. */
function decoded(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const end = text.startsWith('<?xml') ? text.indexOf('?>') : -1;
    const declaration = text.slice(0, Math.max(0, end)).toLowerCase();
    if (!declaration.includes('encoding') || /encoding\s*=\s*["']utf-8["']/.test(declaration)) return text;
  } catch {
    // Not UTF-8: as one that says so itself.
  }
  throw new UnusableImage('must be UTF-8');
}

function parsed(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET });
  } catch (error) {
    throw new UnusableImage('is no PNG or JPEG, and no well-formed SVG', { cause: error });
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
      else if (!(node instanceof XmlComment)) throw new UnusableImage(`holds a part of an unknown sort in ${element.name}`);
    }
    // As a whole: a word can be split between text and CDATA.
    if (element.name === 'style') checkStyle(content, 'a style');
  }
}

function checkElement(element: XmlElement): void {
  const { name, namespaceUri, attrs } = element;
  if (namespaceUri !== SVG || !ELEMENTS.has(name))
    throw new UnusableImage(`holds the element ${name.slice(0, 50)}: accepted are shapes, texts and gradients of plain SVG`);
  for (const { name: attribute, value } of attrs) {
    const shown = attribute.slice(0, 50);
    if (/^on/i.test(attribute)) throw new UnusableImage(`runs a script in ${shown}`);
    if (/^(?:href|src|base)$/i.test(attribute) && !/^#[\w.-]+$/.test(value))
      throw new UnusableImage(`refers to another file in ${shown}`);
    checkStyle(value, shown);
  }
}

/** Style sheets and attributes reach outside by `url()`, rules that import, and letters written as escapes. */
function checkStyle(text: string, where: string): void {
  if (/[\\@]/.test(text) || /(?:javascript|data|https?|file):/i.test(text) || hasOuterUrl(text))
    throw new UnusableImage(`refers to another file in ${where}`);
}

const hasOuterUrl = (text: string): boolean =>
  /image-set|src\(/i.test(text) ||
  text
    .split(/url\(/i)
    .slice(1)
    .some(rest => !/^["']?#/.test(rest));
