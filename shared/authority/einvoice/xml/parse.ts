import { attributeValue, decoded, refuseForbiddenCharacters, withLineFeeds } from './characters.ts';
import { isDeclaration, namespaceOf, type Scope } from './scope.ts';
import { NAMESPACES, XmlError, type XmlAttribute, type XmlDocument, type XmlElement } from './node.ts';

/** Limits of accepted documents. Each is checked while parsing, so that an excess is refused before it costs time or memory. */
export const LIMITS = {
  /** UTF-16 units of the document. */
  length: 12_000_000,
  depth: 64,
  elements: 400_000,
  attributes: 32,
  /** Namespace declarations that are in scope at one element. */
  prefixes: 64,
} as const;

const NO_ATTRIBUTES: readonly XmlAttribute[] = [];
/** Shared by all leaves; replaced at the first child. */
const NO_CHILDREN: readonly XmlElement[] = [];
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
const UBL_PREFIXES: ReadonlyMap<string, string> = new Map(Object.entries(NAMESPACES));
const NAME = /[A-Za-z_\u0080-\uFFFF][\w.\-\u0080-\uFFFF]*(?::[A-Za-z_\u0080-\uFFFF][\w.\-\u0080-\uFFFF]*)?/y;
const ATTRIBUTE = /[ \t\n]+([A-Za-z_\u0080-\uFFFF][\w.:\-\u0080-\uFFFF]*)[ \t\n]*=[ \t\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const SPACE = /[ \t\n]*/y;

/**
 * Parses XML 1.0 with namespaces. Refuses a document type declaration, and so all entities and external references, and documents
 * that exceed `LIMITS`. Nothing is fetched or expanded.
 *
 * @throws {XmlError} if the text is not well-formed or is refused
 */
export function parseXml(xml: string): XmlDocument {
  if (xml.length > LIMITS.length) throw new XmlError(`The document is longer than ${LIMITS.length} characters.`);
  refuseForbiddenCharacters(xml);
  return readerOf(xml).document();
}

/** The root element without its children; reads no more, so that the type of a large document is found quickly. */
export const rootOf = (xml: string): XmlElement => readerOf(xml).start();

const readerOf = (xml: string): Reader => new Reader(withLineFeeds(xml.startsWith('\uFEFF') ? xml.slice(1) : xml));

const GREATER = 62;
const SLASH = 47;

function addChild(parent: XmlElement, child: XmlElement): void {
  if (parent.children === NO_CHILDREN) parent.children = [child];
  else (parent.children as XmlElement[]).push(child);
}

class Reader {
  private readonly source: string;
  private readonly elements: XmlElement[] = [];
  private position = 0;
  private root: XmlElement | null = null;
  private current: XmlElement | null = null;
  private depth = 0;
  private readonly scopes: Scope[] = [{ parent: null, own: new Map([['xml', XML_NAMESPACE]]), declared: 1, names: new Map() }];
  /** Whether the next piece of text continues the previous one: after a CDATA section it does, after a comment it does not. */
  private joined = false;

  constructor(source: string) {
    this.source = source;
  }

  document(): XmlDocument {
    const root = this.start();
    this.readWhile(() => true);
    if (this.current) throw this.error(`The element <${this.current.qname}> is not closed.`);
    return { root, elements: this.elements };
  }

  /** Reads the root up to the end of its start tag. */
  start(): XmlElement {
    const { source } = this;
    if (source.startsWith('<?xml') && /\s/.test(source[5] ?? '')) this.position = this.after('?>', 'the XML declaration');
    this.readWhile(() => this.root === null);
    if (!this.root) throw this.error('The document has no element.');
    return this.root;
  }

  private readWhile(isWanted: () => boolean): void {
    const { source } = this;
    while (this.position < source.length && isWanted()) {
      const next = source.indexOf('<', this.position);
      if (next !== this.position) this.text(source.slice(this.position, next < 0 ? source.length : next));
      if (next < 0) break;
      this.position = next;
      this.markup();
    }
  }

  private markup(): void {
    const { source, position } = this;
    const mark = source.charCodeAt(position + 1);
    if (mark === 47 /* / */) this.endTag();
    else if (mark === 63 /* ? */) this.skip(this.after('?>', 'a processing instruction'));
    else if (mark !== 33 /* ! */) this.startTag();
    else if (source.startsWith('<!--', position)) this.comment();
    else if (source.startsWith('<![CDATA[', position)) this.characterData();
    else if (source.startsWith('<!DOCTYPE', position)) throw this.error('A document type declaration is refused; remove it.');
    else throw this.error('This markup is not XML.');
  }

  private comment(): void {
    const end = this.after('--', 'a comment', 4);
    if (this.source.charCodeAt(end) !== GREATER) throw this.error('A comment may hold no "--".');
    this.skip(end + 1);
  }

  private skip(end: number): void {
    this.position = end;
    this.joined = false;
  }

  private characterData(): void {
    if (!this.current) throw this.error('There is text outside the root element.');
    const end = this.after(']]>', 'a CDATA section');
    this.append(this.source.slice(this.position + 9, end - 3));
    this.position = end;
  }

  private text(raw: string): void {
    if (this.current) {
      if (raw.includes(']]>')) throw this.error('"]]>" must be written as "]]&gt;".');
      this.append(decoded(raw));
    } else if (/[^ \t\n]/.test(raw)) throw this.error('There is text outside the root element.');
  }

  private append(text: string): void {
    const element = this.current!;
    if (text === '') return;
    if (!this.joined) element.textNodes += 1;
    element.text += text;
    this.joined = true;
  }

  private startTag(): void {
    const qname = this.name(this.position + 1);
    const at = this.position + 1 + qname.length;
    const attributes = this.source.charCodeAt(at) === GREATER ? null : this.attributes(qname, at);
    const end = attributes ? ATTRIBUTE.lastIndex : at;
    const scope = attributes ? this.scopeWith(attributes) : this.scopes.at(-1)!;
    this.open(
      {
        name: this.resolved(qname, scope),
        qname,
        parent: this.current,
        children: NO_CHILDREN,
        attributes: attributes ? this.ownAttributes(qname, attributes, scope) : NO_ATTRIBUTES,
        text: '',
        textNodes: 0,
      },
      scope,
    );
    const empty = attributes !== null && this.source.charCodeAt(end) === SLASH;
    this.position = this.tagEnd(qname, empty ? end + 1 : end);
    if (empty) this.close();
  }

  /** Reads the attributes from a position on; afterwards `ATTRIBUTE.lastIndex` is where the tag should end. */
  private attributes(qname: string, from: number): [string, string][] {
    const attributes: [string, string][] = [];
    let end = from;
    ATTRIBUTE.lastIndex = from;
    for (let match = ATTRIBUTE.exec(this.source); match; match = ATTRIBUTE.exec(this.source)) {
      attributes.push([match[1]!, attributeValue(match[2] ?? match[3] ?? '')]);
      if (attributes.length > LIMITS.attributes) throw this.error(`<${qname}> has more than ${LIMITS.attributes} attributes.`);
      end = ATTRIBUTE.lastIndex;
    }
    SPACE.lastIndex = end;
    SPACE.test(this.source);
    ATTRIBUTE.lastIndex = SPACE.lastIndex;
    return attributes;
  }

  /** The position after the end of a tag. */
  private tagEnd(qname: string, at: number): number {
    if (this.source.charCodeAt(at) !== GREATER) throw this.error(`The tag of ${qname} is not well-formed.`);
    return at + 1;
  }

  private open(element: XmlElement, scope: Scope): void {
    if (this.current) addChild(this.current, element);
    else if (this.root) throw this.error('There is a second root element.');
    else this.root = element;
    if (this.elements.push(element) > LIMITS.elements) throw this.error(`There are more than ${LIMITS.elements} elements.`);
    if (++this.depth > LIMITS.depth) throw this.error(`Elements are nested deeper than ${LIMITS.depth}.`);
    this.scopes.push(scope);
    this.current = element;
    this.joined = false;
  }

  private close(): void {
    this.current = this.current!.parent;
    this.scopes.pop();
    this.depth -= 1;
    this.joined = false;
  }

  private endTag(): void {
    const { source, current } = this;
    const start = this.position + 2;
    if (!current || !source.startsWith(current.qname, start))
      throw this.error(`</${this.name(start)}> closes no open element of that name.`);
    let end = start + current.qname.length;
    if (source.charCodeAt(end) !== GREATER) {
      SPACE.lastIndex = end;
      SPACE.test(source);
      end = SPACE.lastIndex;
    }
    this.position = this.tagEnd(current.qname, end);
    this.close();
  }

  private name(at: number): string {
    NAME.lastIndex = at;
    if (!NAME.test(this.source)) throw this.error('A "<" in a text must be written as "&lt;".');
    return this.source.slice(at, NAME.lastIndex);
  }

  private scopeWith(attributes: [string, string][]): Scope {
    const scope = this.scopes.at(-1)!;
    const own = new Map<string, string>();
    for (const [name, uri] of attributes) {
      if (!isDeclaration(name)) continue;
      const prefix = name.slice(6);
      this.checkDeclaration(name, prefix, uri);
      // If an element repeats the declarations in scope, no new scope is needed.
      if (namespaceOf(prefix, scope) !== uri) own.set(prefix, uri);
    }
    if (own.size === 0) return scope;
    const declared = scope.declared + own.size;
    if (declared > LIMITS.prefixes) throw this.error(`More than ${LIMITS.prefixes} namespaces are declared around one element.`);
    return { parent: scope, own, declared, names: new Map() };
  }

  /** Refuses declarations that Namespaces in XML 1.0 §3 and §5 forbid. */
  private checkDeclaration(name: string, prefix: string, uri: string): void {
    const own = prefix === 'xml' && uri === XML_NAMESPACE;
    const reserved = prefix === 'xml' || prefix === 'xmlns' || uri === XML_NAMESPACE || uri === XMLNS_NAMESPACE;
    const undeclares = name !== 'xmlns' && uri === '';
    if ((reserved && !own) || undeclares) throw this.error(`The namespace declaration ${name}="${uri}" is not allowed.`);
  }

  private resolved(qname: string, scope: Scope): string {
    let name = scope.names.get(qname);
    if (name === undefined) {
      const colon = qname.indexOf(':');
      const prefix = colon < 0 ? '' : qname.slice(0, colon);
      const uri = namespaceOf(prefix, scope) ?? (prefix === '' ? '' : null);
      if (uri === null) throw this.error(`The prefix "${prefix}" of <${qname}> is not declared.`);
      const known = UBL_PREFIXES.get(uri);
      const local = qname.slice(colon + 1);
      if (local === '' || local.includes(':')) throw this.error(`The name "${qname}" is not allowed.`);
      name = known ? `${known}:${local}` : uri === '' ? local : `{${uri}}${local}`;
      scope.names.set(qname, name);
    }
    return name;
  }

  private ownAttributes(qname: string, attributes: [string, string][], scope: Scope): readonly XmlAttribute[] {
    const own: XmlAttribute[] = [];
    const names = new Set<string>();
    for (const [written, value] of attributes) {
      if (names.has(written)) throw this.error(`<${qname}> has the attribute ${written} twice.`);
      names.add(written);
      if (isDeclaration(written)) continue;
      const name = written.includes(':') ? this.resolved(written, scope) : written;
      // Two prefixes of one namespace make the same attribute.
      if (name !== written && own.some(other => other.name === name))
        throw this.error(`<${qname}> has the attribute ${name} twice.`);
      own.push({ name, value });
    }
    return own;
  }

  private after(mark: string, what: string, from = 2): number {
    const end = this.source.indexOf(mark, this.position + from);
    if (end < 0) throw this.error(`The end of ${what} is missing.`);
    return end + mark.length;
  }

  private error(message: string): XmlError {
    const line = this.source.slice(0, this.position).split('\n').length;
    return new XmlError(`${message} (line ${line})`);
  }
}
