import { trimmedOf } from '../../kernel/trim.ts';
import { dayStart } from '../rules/dates.ts';
import { Locator } from '../rules/locate.ts';
import { termAt } from '../rules/terms.ts';
import type { Finding } from '../rules/types.ts';
import { attributeOf, type XmlDocument, type XmlElement } from '../xml/node.ts';
import { SHAPES } from './shapes.ts';

/** One kind of child in its place. */
interface Particle {
  /** With the prefix that stands for its namespace, `cbc:ID`. */
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

/** `cbc: ID IssueDate? cac: Party*`: a prefix holds until the next one. */
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
 * What UBL 2.1 has against the structure of a document: elements unknown, missing, repeated or out of their order, and values that
 * are not of their type. One finding `XSD` for the first violation in each element. Attributes are looked at where one is required.
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
  if (/[^ \t\n\r]/.test(element.text)) report(element, `${element.qname} must contain only elements, no text of its own.`);
  checkOrder(element, shape, report);
  for (const child of element.children) checkElement(child, report);
}

/** Every aggregate of UBL is a sequence, so each child has one place that it can take. */
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
          ? `${child.qname} stands out of its order in ${element.qname}.`
          : `${child.qname} is not allowed in ${element.qname}.`,
      );
    }
    if (found > place) {
      if (lacks(element, shape, place, taken, found, report)) return;
      taken = 0;
    }
    place = found;
    taken += 1;
    if (taken > 1 && !shape[place]!.repeats) return report(child, `${child.qname} may stand once only in ${element.qname}.`);
  }
  lacks(element, shape, place, taken, shape.length, report);
}

/** Reports the first required child that is missing between two places. @returns whether there is one */
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

/** Names of UBL end with the type of their value. */
function checkValue(element: XmlElement, report: Report): void {
  if (element.children.length > 0) return report(element, `${element.qname} must contain a value, not elements.`);
  const name = element.name;
  const text = trimmedOf(element.text, ' \t\n\r');
  if (/(Amount|Quantity|Percent|Numeric|Rate|Measure)$/.test(name) && !DECIMAL.test(text))
    report(element, `${element.qname} must be a decimal number, it is "${text.slice(0, 40)}".`);
  else if (name.endsWith('Amount') && attributeOf(element, 'currencyID') === undefined)
    report(element, `${element.qname} needs its currency (currencyID).`);
  else if (name.endsWith('Date') && dayStart(text) === undefined)
    report(element, `${element.qname} must be a date as 2026-03-31, it is "${text.slice(0, 40)}".`);
  else if (name.endsWith('Indicator') && !/^(true|false|1|0)$/.test(text))
    report(element, `${element.qname} must be true or false, it is "${text.slice(0, 40)}".`);
  else if (name.endsWith('BinaryObject') && attributeOf(element, 'mimeCode') === undefined)
    report(element, `${element.qname} needs its media type (mimeCode).`);
}
