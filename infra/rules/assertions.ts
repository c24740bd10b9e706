import { createHash } from 'node:crypto';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';

/** One assertion of an official rule set, from the XSLT that was compiled from its Schematron. */
export interface Assertion {
  id: string;
  severity: 'fatal' | 'warning';
  /** The elements that it applies to: an XSLT match pattern. */
  context: string;
  /** The XPath condition that must hold. */
  test: string;
  /** The publisher's message. */
  text: string;
}

const NAMES = { xsl: 'http://www.w3.org/1999/XSL/Transform', svrl: 'http://purl.oclc.org/dsdl/svrl' };

/**
 * Extracts the assertions from a stylesheet of the usual Schematron compilers (ISO Schematron's skeleton, SchXslt): each
 * `svrl:failed-assert` with its attributes id and flag, in the template that matches its context. White space is normalized.
 *
 * @throws Error when the text is not XML, or the stylesheet has no assertions
 */
export function assertionsOf(xslt: string): Assertion[] {
  const document = XmlDocument.fromString(xslt);
  try {
    const found = document.find('//svrl:failed-assert | //svrl:successful-report', NAMES).flatMap(node => {
      const element = node as XmlElement;
      const id = written(element, 'id');
      if (id === '') return [];
      const template = element.get('ancestor::xsl:template[@match][1]', NAMES) as XmlElement | null;
      const assertion: Assertion = {
        id,
        severity: written(element, 'flag') === 'warning' ? 'warning' : 'fatal',
        context: plain(template?.attr('match')?.value ?? ''),
        test: plain(element.attr('test')?.value ?? ''),
        text: plain((element.get('svrl:text', NAMES) as XmlElement | null)?.content ?? ''),
      };
      return [assertion];
    });
    if (found.length === 0) throw new Error('it holds no assertion (svrl:failed-assert with an id)');
    return found;
  } finally {
    document.dispose();
  }
}

/** An attribute of an assertion: from an `xsl:attribute` element or a literal attribute. */
const written = (element: XmlElement, name: string): string =>
  plain((element.get(`xsl:attribute[@name='${name}']`, NAMES) as XmlElement | null)?.content ?? element.attr(name)?.value ?? '');

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * The official rule that one of our rules was written from: its severity, a hash of context and test, and a hash of the message.
 */
export type Origin = [severity: Assertion['severity'], test: string, text: string];

/** The origins by rule id; assertions with the same id are hashed together. */
export function originsOf(assertions: readonly Assertion[]): Record<string, Origin> {
  const byId = Map.groupBy(assertions, ({ id }) => id);
  const origins = [...byId].map(([id, same]): [string, Origin] => [
    id,
    [
      same.some(({ severity }) => severity === 'fatal') ? 'fatal' : 'warning',
      hash(same.map(({ context, test }) => `${context}\n${test}`)),
      hash(same.map(({ text }) => text)),
    ],
  ]);
  return Object.fromEntries(origins.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const hash = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\n\n')).digest('hex').slice(0, 16);
