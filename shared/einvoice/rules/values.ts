import { Big } from '../../kernel/money.ts';
import { trimmedOf } from '../../kernel/trim.ts';
import { textOf, type XmlElement } from '../xml/node.ts';

/**
 * Values as the official rules see them: existential comparisons over sequences, decimals exact, and an error where a
 * single value is needed and there are several, or where a text is not the number it should be.
 */

/** A rule that a missing, repeated or malformed value makes impossible to compute. */
export class Undecidable extends Error {
  override name = 'Undecidable';
}

const NONE: readonly XmlElement[] = [];

/** The elements reached by a path of names from an element. */
export function at(element: XmlElement, ...path: string[]): readonly XmlElement[] {
  return reached(element, path, 0, null) ?? NONE;
}

function reached(element: XmlElement, path: readonly string[], step: number, found: XmlElement[] | null): XmlElement[] | null {
  const name = path[step]!;
  const last = step === path.length - 1;
  let all = found;
  for (const child of candidates(element, name)) {
    if (child.name !== name) continue;
    if (!last) all = reached(child, path, step + 1, all);
    else if (all) all.push(child);
    else all = [child];
  }
  return all;
}

/** Whether a path from the element leads anywhere. */
export const has = (element: XmlElement, ...path: string[]): boolean => leads(element, path, 0);

function leads(element: XmlElement, path: readonly string[], step: number): boolean {
  const name = path[step]!;
  for (const child of candidates(element, name))
    if (child.name === name && (step === path.length - 1 || leads(child, path, step + 1))) return true;
  return false;
}

/** From this many children on they are looked up by name, so that a wide element costs no more than its width. */
const WIDE = 40;
const byName = new WeakMap<XmlElement, Map<string, XmlElement[]>>();

/** The children among which those of a name are to be found. */
function candidates(element: XmlElement, name: string): readonly XmlElement[] {
  if (element.children.length < WIDE) return element.children;
  let index = byName.get(element);
  if (!index) byName.set(element, (index = Map.groupBy(element.children, child => child.name)));
  return index.get(name) ?? NONE;
}

/** The single element, undefined when there is none. */
export function single(elements: readonly XmlElement[]): XmlElement | undefined {
  if (elements.length > 1) throw new Undecidable(`${elements[0]!.qname} is given ${elements.length} times; give it once.`);
  return elements[0];
}

/** The text of the single element, empty when there is none. */
export function textAt(element: XmlElement, ...path: string[]): string {
  const found = single(at(element, ...path));
  return found ? textOf(found) : '';
}

const SPACES = /[ \t\n\r]+/g;

const UNTIDY = /^ | $| {2}|[\t\n\r]/;

/** Without white space around it and with single blanks inside. */
export const normalized = (text: string): string => (UNTIDY.test(text) ? text.replace(SPACES, ' ').replace(/^ | $/g, '') : text);

export const normalizedAt = (element: XmlElement, ...path: string[]): string => normalized(textAt(element, ...path));

/** Without the white space of XML around it. */
export const trimmed = (text: string): string => (UNTIDY.test(text) ? trimmedOf(text, ' \t\n\r') : text);

/** Whether one of the elements has a text. */
export const filled = (elements: readonly XmlElement[]): boolean => elements.some(each => textOf(each) !== '');

/** Whether one of the elements has a text that is not only white space. */
export const notBlank = (elements: readonly XmlElement[]): boolean => elements.some(each => normalized(textOf(each)) !== '');

/** Length in characters, not in UTF-16 units. */
export function isAtMost(text: string, length: number): boolean {
  if (text.length <= length) return true;
  let characters = 0;
  for (const _ of text) if (++characters > length) return false;
  return true;
}

/** At most two digits after the point of the single element's text. */
export const twoDecimals = (element: XmlElement, ...path: string[]): boolean => twoDecimalsIn(textAt(element, ...path));

export function twoDecimalsIn(text: string): boolean {
  const point = text.indexOf('.');
  return point < 0 || isAtMost(text.slice(point + 1), 2);
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Longer numbers are no amounts, and would cost quadratic time. */
const LONGEST_NUMBER = 200;

/** The number an element holds (xs:decimal). */
export function decimalOf(element: XmlElement): Big {
  const text = trimmed(textOf(element));
  if (text.length > LONGEST_NUMBER || !DECIMAL.test(text))
    throw new Undecidable(`${element.qname} must be a decimal number, it is "${text.slice(0, 40)}".`);
  return new Big(text.startsWith('+') ? text.slice(1) : text);
}

/** The number of the single element; undefined when there is none. */
export function decimalAt(element: XmlElement, ...path: string[]): Big | undefined {
  const found = single(at(element, ...path));
  return found && decimalOf(found);
}

const DOUBLE = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|NaN|-?INF)$/;

/** The number as a double, which is how the official rules compare and subtract where they name no type. */
export function doubleOf(element: XmlElement): number {
  const text = trimmed(textOf(element));
  if (!DOUBLE.test(text)) throw new Undecidable(`${element.qname} must be a number, it is "${text.slice(0, 40)}".`);
  return Number(text.replace('INF', 'Infinity'));
}

/** Whether two numbers are there and equal. */
export const equal = (a: Big | undefined, b: Big | undefined): boolean => a !== undefined && b !== undefined && a.eq(b);

/** The nearest integer, half towards positive infinity (XPath `round`). */
export function roundHalfUp(value: Big): Big {
  const raised = value.plus(0.5);
  const whole = raised.round(0, 0);
  return whole.gt(raised) ? whole.minus(1) : whole;
}

/** Rounded to cents in the same manner. */
export const cents = (value: Big): Big => roundHalfUp(value.times(100)).times('0.01');

/** The sum of the numbers under a name, one or none from each element. */
export function sumOf(elements: Iterable<XmlElement>, ...path: string[]): Big {
  let sum = new Big(0);
  for (const element of elements) {
    const value = decimalAt(element, ...path);
    if (value) sum = sum.plus(value);
  }
  return sum;
}

/** Whether an allowance or charge has the given indicator. */
export function isCharge(element: XmlElement, charge: boolean): boolean {
  return at(element, 'cbc:ChargeIndicator').some(indicator => booleanOf(indicator) === charge);
}

function booleanOf(element: XmlElement): boolean {
  const text = trimmed(textOf(element));
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new Undecidable(`${element.qname} must be true or false, it is "${text.slice(0, 40)}".`);
}

/** Whether one of its tax schemes is VAT, in any case of letters. */
export const isVat = (element: XmlElement): boolean =>
  at(element, 'cac:TaxScheme').some(scheme => normalized(textAt(scheme, 'cbc:ID').toUpperCase()) === 'VAT');

/**
 * The same where the official rules cannot bear a second tax scheme: they ask for the truth of several booleans at once, which
 * XPath does not define.
 */
export function isVatOnly(element: XmlElement): boolean {
  single(at(element, 'cac:TaxScheme'));
  return isVat(element);
}
