import { Big } from '#shared/base/kernel/money.ts';
import { trimmedOf } from '#shared/base/kernel/trim.ts';
import { textOf, type XmlElement } from '../xml/node.ts';

/**
 * Values as XPath computes them in the official rules: a comparison holds when one element of a sequence satisfies it, decimals
 * are exact, and it is an error when there are several values where one is needed, or a text where a number is needed.
 */

/** A rule cannot be computed, because of a repeated or malformed value. The message names the element and says what to change. */
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

/** Whether there is an element at the path. */
export const has = (element: XmlElement, ...path: string[]): boolean => leads(element, path, 0);

function leads(element: XmlElement, path: readonly string[], step: number): boolean {
  const name = path[step]!;
  for (const child of candidates(element, name))
    if (child.name === name && (step === path.length - 1 || leads(child, path, step + 1))) return true;
  return false;
}

/** Elements with at least this many children get an index by name, so that a lookup does not read all children. */
const WIDE = 40;
const byName = new WeakMap<XmlElement, Map<string, XmlElement[]>>();

/** Children that include all of the name: every child of a small element, only those of the name otherwise. */
function candidates(element: XmlElement, name: string): readonly XmlElement[] {
  if (element.children.length < WIDE) return element.children;
  let index = byName.get(element);
  if (!index) byName.set(element, (index = Map.groupBy(element.children, child => child.name)));
  return index.get(name) ?? NONE;
}

/** The single element, undefined when there is none. @throws Undecidable when there are several */
export function single(elements: readonly XmlElement[]): XmlElement | undefined {
  if (elements.length > 1) throw new Undecidable(`${elements[0]!.qname} is given ${elements.length} times; give it once.`);
  return elements[0];
}

/** The text of the single element at the path, empty when there is none. @throws Undecidable when there are several */
export function textAt(element: XmlElement, ...path: string[]): string {
  const found = single(at(element, ...path));
  return found ? textOf(found) : '';
}

const SPACES = /[ \t\n\r]+/g;

const UNTIDY = /^ | $| {2}|[\t\n\r]/;

/** The text without white space around it and with single blanks inside (XPath `normalize-space`). */
export const normalized = (text: string): string => (UNTIDY.test(text) ? text.replace(SPACES, ' ').replace(/^ | $/g, '') : text);

export const normalizedAt = (element: XmlElement, ...path: string[]): string => normalized(textAt(element, ...path));

/** The text without XML white space around it. */
export const trimmed = (text: string): string => (UNTIDY.test(text) ? trimmedOf(text, ' \t\n\r') : text);

/** Whether one of the elements has a text. */
export const filled = (elements: readonly XmlElement[]): boolean => elements.some(each => textOf(each) !== '');

/** Whether one of the elements has a text that is not only white space. */
export const notBlank = (elements: readonly XmlElement[]): boolean => elements.some(each => normalized(textOf(each)) !== '');

/** Whether a text has at most that many characters (code points, not UTF-16 units). */
export function isAtMost(text: string, length: number): boolean {
  if (text.length <= length) return true;
  let characters = 0;
  for (const _ of text) if (++characters > length) return false;
  return true;
}

/** Whether the text of the single element at the path has at most two characters after the point. */
export const twoDecimals = (element: XmlElement, ...path: string[]): boolean => twoDecimalsIn(textAt(element, ...path));

export function twoDecimalsIn(text: string): boolean {
  const point = text.indexOf('.');
  return point < 0 || isAtMost(text.slice(point + 1), 2);
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** In characters. Longer numbers are not amounts, and computing with them takes quadratic time. */
const LONGEST_NUMBER = 200;

/** The number that an element contains (xs:decimal). @throws Undecidable when it contains none */
export function decimalOf(element: XmlElement): Big {
  const text = trimmed(textOf(element));
  if (text.length > LONGEST_NUMBER || !DECIMAL.test(text))
    throw new Undecidable(`${element.qname} must be a decimal number, but is "${text.slice(0, 40)}".`);
  return new Big(text.startsWith('+') ? text.slice(1) : text);
}

/** The number of the single element at the path; undefined when there is none. @throws Undecidable as `decimalOf`, `single` */
export function decimalAt(element: XmlElement, ...path: string[]): Big | undefined {
  const found = single(at(element, ...path));
  return found && decimalOf(found);
}

const DOUBLE = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|NaN|-?INF)$/;

/**
 * The number as xs:double: the type by which XPath compares and subtracts where the official rules name none.
 *
 * @throws Undecidable when the element does not contain a number
 */
export function doubleOf(element: XmlElement): number {
  const text = trimmed(textOf(element));
  if (!DOUBLE.test(text)) throw new Undecidable(`${element.qname} must be a number, but is "${text.slice(0, 40)}".`);
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

/** The value rounded to two decimals in the same way. */
export const cents = (value: Big): Big => roundHalfUp(value.times(100)).times('0.01');

/** The sum of the numbers at a path, one or none from each element. @throws Undecidable as `decimalAt` */
export function sumOf(elements: Iterable<XmlElement>, ...path: string[]): Big {
  let sum = new Big(0);
  for (const element of elements) {
    const value = decimalAt(element, ...path);
    if (value) sum = sum.plus(value);
  }
  return sum;
}

/** Whether the ChargeIndicator of an allowance or charge has the given value. @throws Undecidable when it is no boolean */
export function isCharge(element: XmlElement, charge: boolean): boolean {
  return at(element, 'cbc:ChargeIndicator').some(indicator => booleanOf(indicator) === charge);
}

function booleanOf(element: XmlElement): boolean {
  const text = trimmed(textOf(element));
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new Undecidable(`${element.qname} must be true or false, but is "${text.slice(0, 40)}".`);
}

/** Whether one of the element's tax schemes is VAT, ignoring case. */
export const isVat = (element: XmlElement): boolean =>
  at(element, 'cac:TaxScheme').some(scheme => normalized(textAt(scheme, 'cbc:ID').toUpperCase()) === 'VAT');

/**
 * As `isVat`, for the official rules that fail on a second tax scheme: they use a sequence of several booleans as a condition,
 * which is an error in XPath.
 *
 * @throws Undecidable when there are several tax schemes
 */
export function isVatOnly(element: XmlElement): boolean {
  single(at(element, 'cac:TaxScheme'));
  return isVat(element);
}
