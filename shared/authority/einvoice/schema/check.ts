import { trimmedOf } from '#shared/base/kernel/trim.ts';
import { dayStart } from '../rules/dates.ts';
import { Locator } from '../rules/locate.ts';
import { termAt } from '../rules/terms.ts';
import type { Finding } from '../rules/types.ts';
import { attributeOf, type XmlDocument, type XmlElement } from '../xml/node.ts';
import { SHAPES } from './shapes.ts';

/** A child that an element may have, at its position in the order of children (a particle of XML Schema). */
interface Particle {
  /** With the prefix of its namespace, such as `cbc:ID`. */
  name: string;
  required: boolean;
  repeats: boolean;
}

const byName: ReadonlyMap<string, readonly Particle[]> = new Map(
  SHAPES.flatMap(([elements, children]) => {
    const particles = particlesOf(children);
    return elements
      .trim()
      .split(/\s+/)
      .map((name): [string, readonly Particle[]] => [name, particles]);
  }),
);

/** Parses children such as `cbc: ID IssueDate? cac: Party*`; a prefix applies to the names up to the next prefix. */
function particlesOf(children: string): Particle[] {
  let prefix = '';
  return children
    .trim()
    .split(/\s+/)
    .flatMap(word => {
      if (word.endsWith(':')) {
        prefix = word;
        return [];
      }
      const mark = /[?*+]$/.exec(word)?.[0] ?? '';
      const name = prefix + word.slice(0, word.length - mark.length);
      return { name, required: mark !== '?' && mark !== '*', repeats: mark === '*' || mark === '+' };
    });
}

const ROOTS = ['ubl:Invoice', 'cn:CreditNote'];

/**
 * Violations of the UBL 2.1 schema in a document, as fatal findings `XSD`: unknown, missing, repeated or misplaced elements, and
 * values that are not of their type. In the order of an element's children only the first violation is reported. Only required
 * attributes are checked.
 */
export function schemaFindings({ root }: XmlDocument): Finding[] {
  const locator = new Locator();
  const findings: Finding[] = [];
  const report = (element: XmlElement, message: string): void => {
    findings.push({ rule: 'XSD', severity: 'fatal', message, businessTerm: termAt(element), xpath: locator.xpath(element) });
  };
  if (!ROOTS.includes(root.name)) report(root, 'The root of the document must be Invoice or CreditNote of UBL 2.1.');
  else checkElement(root, report);
  return findings;
}

type Report = (element: XmlElement, message: string) => void;

function checkElement(element: XmlElement, report: Report): void {
  if (element.name.startsWith('cbc:')) return checkValue(element, report);
  const shape = byName.get(element.name.replace(/^\w+:/, ''));
  if (!shape) return;
  if (/[^ \t\n\r]/.test(element.text)) report(element, `${element.qname} must contain only elements, not text.`);
  checkOrder(element, shape, report);
  for (const child of element.children) checkElement(child, report);
}

/** Reports the first violation in the order of children. Every aggregate of UBL is a sequence: each child has one position. */
function checkOrder(element: XmlElement, shape: readonly Particle[], report: Report): void {
  let place = 0;
  let taken = 0;
  for (const child of element.children) {
    const found = shape.findIndex(({ name }, index) => index >= place && name === child.name);
    if (found < 0) {
      const known = shape.some(({ name }) => name === child.name);
      return report(
        child,
        known
          ? `${child.qname} is at the wrong position in ${element.qname}; use the order of UBL 2.1.`
          : `${child.qname} is not allowed in ${element.qname}.`,
      );
    }
    if (found > place) {
      if (lacks(element, shape, place, taken, found, report)) return;
      taken = 0;
    }
    place = found;
    taken += 1;
    if (taken > 1 && !shape[place]!.repeats) return report(child, `${child.qname} may occur only once in ${element.qname}.`);
  }
  lacks(element, shape, place, taken, shape.length, report);
}

/** Reports the first required child that is missing between two positions. @returns whether one is missing */
function lacks(
  element: XmlElement,
  shape: readonly Particle[],
  from: number,
  taken: number,
  to: number,
  report: Report,
): boolean {
  const missing = shape.slice(taken > 0 ? from + 1 : from, to).find(({ required }) => required);
  if (missing) report(element, `${element.qname} needs ${missing.name}.`);
  return missing !== undefined;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Checks a value by the end of its element's name, which in UBL is the type of the value. */
function checkValue(element: XmlElement, report: Report): void {
  if (element.children.length > 0) return report(element, `${element.qname} must contain a value, not elements.`);
  const name = element.name;
  const text = trimmedOf(element.text, ' \t\n\r');
  if (/(Amount|Quantity|Percent|Numeric|Rate|Measure)$/.test(name) && !DECIMAL.test(text))
    report(element, `${element.qname} must be a decimal number, but is "${text.slice(0, 40)}".`);
  else if (name.endsWith('Amount') && attributeOf(element, 'currencyID') === undefined)
    report(element, `${element.qname} needs a currency (attribute currencyID).`);
  else if (name.endsWith('Date') && dayStart(text) === undefined)
    report(element, `${element.qname} must be a date such as 2026-03-31, but is "${text.slice(0, 40)}".`);
  else if (name.endsWith('Indicator') && !/^(true|false|1|0)$/.test(text))
    report(element, `${element.qname} must be true or false, but is "${text.slice(0, 40)}".`);
  else if (name.endsWith('BinaryObject') && attributeOf(element, 'mimeCode') === undefined)
    report(element, `${element.qname} needs a media type (attribute mimeCode).`);
}
