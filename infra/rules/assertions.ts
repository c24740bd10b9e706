import { createHash } from 'node:crypto';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';

/** One assertion of an official rule set, as the XSLT made from its Schematron has it. */
export interface Assertion {
  id: string;
  severity: 'fatal' | 'warning';
  /** The elements that it judges: a pattern of XSLT. */
  context: string;
  /** XPath of what must hold. */
  test: string;
  /** What the publisher says of it. */
  text: string;
}

const NAMES = { xsl: 'http://www.w3.org/1999/XSL/Transform', svrl: 'http://purl.oclc.org/dsdl/svrl' };

/**
 * The assertions of a stylesheet that the usual compilers make of Schematron (ISO Schematron's skeleton, SchXslt): `svrl:failed-assert` in
 * the template of its context, with id and flag as attributes that it writes. White space counts once.
 *
 * @throws Error for text that is no XML, and for a stylesheet without assertions
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

/** An attribute of an assertion: written by the stylesheet, or standing in it. */
const written = (element: XmlElement, name: string): string =>
  plain((element.get(`xsl:attribute[@name='${name}']`, NAMES) as XmlElement | null)?.content ?? element.attr(name)?.value ?? '');

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** What a rule of ours was written from, without the publisher's words: severity, and a hash each of context and test, and of the text. */
export type Origin = [severity: Assertion['severity'], test: string, text: string];

/** By rule id; an id that stands more than once is judged by all of its assertions together. */
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
