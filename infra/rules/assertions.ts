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
