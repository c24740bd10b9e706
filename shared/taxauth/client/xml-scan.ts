/**
 * A reader for the authority's small XML answers. The API functions that read them must start fast, so no XML library is
 * loaded; in exchange it reads only what such answers may hold. Document types, entities of their own and unbalanced tags
 * are refused, so hostile input ends in an error and never in work (no expansion, one linear pass).
 */
export interface XmlElement {
  /** Local name, without prefix. */
  name: string;
  /** Namespace of the element by the declarations of its own start tag and of the root's; '' for none. */
  namespace: string;
  attributes: Record<string, string>;
  /** 0 for the root. */
  depth: number;
}

/** The text is not XML that this reader accepts; `message` says why. */
export class XmlScanError extends Error {
  override name = 'XmlScanError';
}

/** All elements of the text in document order, root first. At most `maxElements`, else XmlScanError. */
export function readElements(xml: string, maxElements = 10_000): XmlElement[] {
  const found: XmlElement[] = [];
  for (const element of scan(xml)) {
    if (found.length >= maxElements) throw new XmlScanError(`more than ${maxElements} elements`);
    found.push(element);
  }
  return found;
}

/** The root element alone: what kind of document this is. The rest of the text is not looked at. */
export function readRoot(xml: string): XmlElement {
  for (const element of scan(xml)) return element;
  throw new XmlScanError('no root element');
}

function* scan(xml: string): Generator<XmlElement> {
  const open: string[] = [];
  let rootDeclarations: Record<string, string> | undefined;
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    const text = start < 0 ? xml.slice(at) : xml.slice(at, start);
    if (open.length === 0 && text.trim() !== '') throw new XmlScanError('text outside the root element');
    if (start < 0) break;
    if (xml.startsWith('<?', start)) at = after(xml, '?>', start + 2);
    else if (xml.startsWith('<!--', start)) at = after(xml, '-->', start + 4);
    else if (xml.startsWith('<![CDATA[', start) && open.length > 0) at = after(xml, ']]>', start + 9);
    else if (xml.startsWith('<!', start)) throw new XmlScanError('a document type declaration is not accepted');
    else if (xml.startsWith('</', start)) {
      const end = after(xml, '>', start + 2);
      const name = xml.slice(start + 2, end - 1).trimEnd();
      if (open.pop() !== name) throw new XmlScanError(`end tag </${name.slice(0, 60)}> does not match`);
      at = end;
    } else {
      if (open.length === 0 && rootDeclarations) throw new XmlScanError('more than one root element');
      const tag = startTag(xml, start);
      rootDeclarations ??= tag.attributes;
      yield {
        name: tag.name.slice(tag.name.indexOf(':') + 1),
        namespace: namespaceOf(tag.name, tag.attributes, rootDeclarations),
        attributes: tag.attributes,
        depth: open.length,
      };
      if (!tag.empty) open.push(tag.name);
      at = tag.end;
    }
  }
  if (open.length > 0) throw new XmlScanError(`<${open.at(-1) ?? ''}> is not closed`);
  if (!rootDeclarations) throw new XmlScanError('no root element');
}

const NAME = /[A-Za-z_][\w.:-]*/y;
const SPACE = /[ \t\r\n]*/y;

function startTag(xml: string, start: number): { name: string; attributes: Record<string, string>; empty: boolean; end: number } {
  const name = matchAt(NAME, xml, start + 1);
  if (!name) throw new XmlScanError('a tag without a name');
  // No prototype: an attribute called __proto__ is then an attribute like any other.
  const attributes = Object.create(null) as Record<string, string>;
  let at = start + 1 + name.length;
  for (;;) {
    const space = matchAt(SPACE, xml, at);
    at += space.length;
    if (xml[at] === '>') return { name, attributes, empty: false, end: at + 1 };
    if (xml.startsWith('/>', at)) return { name, attributes, empty: true, end: at + 2 };
    const attribute = matchAt(NAME, xml, at);
    if (!attribute || space === '') throw new XmlScanError(`<${name}> is not a well-formed tag`);
    at += attribute.length;
    at += matchAt(SPACE, xml, at).length;
    if (xml[at] !== '=') throw new XmlScanError(`attribute ${attribute} has no value`);
    at += 1 + matchAt(SPACE, xml, at + 1).length;
    const quote = xml[at];
    if (quote !== '"' && quote !== "'") throw new XmlScanError(`attribute ${attribute} has no quotes`);
    const end = xml.indexOf(quote, at + 1);
    if (end < 0) throw new XmlScanError(`attribute ${attribute} is not closed`);
    if (attribute in attributes) throw new XmlScanError(`attribute ${attribute} stands twice`);
    attributes[attribute] = attributeValue(xml.slice(at + 1, end));
    at = end + 1;
  }
}

const PREDEFINED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function attributeValue(raw: string): string {
  if (raw.includes('<')) throw new XmlScanError('"<" inside an attribute');
  return raw.replace(/[\t\r\n]/g, ' ').replace(/&([^;&]{0,12};?)/g, (_match, reference: string) => {
    const name = reference.slice(0, -1);
    const known = reference.endsWith(';') && Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name] : undefined;
    if (known) return known;
    const [, hex, dec] = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));$/.exec(reference) ?? [];
    const code = hex ? parseInt(hex, 16) : Number(dec ?? NaN);
    if (!(code > 0 && code <= 0x10ffff)) throw new XmlScanError('an entity reference that XML does not predefine');
    return String.fromCodePoint(code);
  });
}

function namespaceOf(name: string, own: Record<string, string>, root: Record<string, string>): string {
  const colon = name.indexOf(':');
  const declaration = colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`;
  return own[declaration] ?? root[declaration] ?? '';
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new XmlScanError(`"${mark}" is missing`);
  return at + mark.length;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
