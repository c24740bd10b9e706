import { amount, Big, plain } from '#shared/base/kernel/money.ts';
import { isDate } from '#shared/base/kernel/dates.ts';
import { attributeOf, textOf, XmlError, type XmlElement } from '../../xml/node.ts';
import type { ReadIdentifier, ReadPeriod } from './model.ts';

/** Reads values of elements of a UBL document. Absent elements, and those without text, are null. */

/** The first element at a path of names below `element`. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find(child => child.name === name);
  return found;
}

/** The children with a name, in order. */
export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter(child => child.name === name) ?? [];

/** The trimmed text at a path; inner line breaks are kept. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const found = at(element, ...path);
  return found ? textOf(found).trim() || null : null;
}

/** A mandatory text. @throws {XmlError} if it is missing */
export function requiredText(element: XmlElement, ...path: string[]): string {
  const text = textAt(element, ...path);
  if (text === null) throw new XmlError(`<${element.qname}> lacks ${path.join('/')}.`);
  return text;
}

/** The texts at a path below each of the elements, if any. */
export const texts = (elements: readonly XmlElement[], ...path: string[]): string[] =>
  elements.map(element => textAt(element, ...path)).filter(text => text !== null);

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
// No amount needs more digits, and exact arithmetic with a million digits would take minutes.
const MAX_DIGITS = 40;

/** A decimal at a path (xs:decimal: no exponent). @throws {XmlError} if the text is not a number */
export function decimalAt(element: XmlElement | undefined, ...path: string[]): Big | null {
  const text = textAt(element, ...path);
  if (text === null) return null;
  if (text.length > MAX_DIGITS || !DECIMAL.test(text)) {
    throw new XmlError(`<${at(element, ...path)!.qname}> holds "${text.slice(0, MAX_DIGITS)}", which is not a decimal number.`);
  }
  return new Big(text.startsWith('+') ? text.slice(1) : text);
}

/** A quantity, price or percentage, without trailing zeros. */
export function numberAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const value = decimalAt(element, ...path);
  return value && plain(value);
}

/** An amount of money, with two decimals. */
export function amountAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const value = decimalAt(element, ...path);
  return value && amount(value);
}

/** A mandatory amount. @throws {XmlError} if it is missing */
export function requiredAmount(element: XmlElement, ...path: string[]): string {
  requiredText(element, ...path);
  return amountAt(element, ...path)!;
}

/** A date at a path; a time zone, which XML Schema allows, is ignored. @throws {XmlError} if the text is not a date */
export function dateAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const text = textAt(element, ...path);
  if (text === null) return null;
  const day = text.replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  if (!isDate(day)) throw new XmlError(`<${at(element, ...path)!.qname}> holds "${text.slice(0, 40)}", which is not a date.`);
  return day;
}

/** A code in upper case. */
export const codeAt = (element: XmlElement | undefined, ...path: string[]): string | null =>
  textAt(element, ...path)?.toUpperCase() ?? null;

/** An identifier with its scheme. */
export function identifierAt(element: XmlElement | undefined, ...path: string[]): ReadIdentifier | null {
  const found = at(element, ...path);
  const id = textAt(found);
  if (!found || id === null) return null;
  return { id, scheme: (attributeOf(found, 'schemeID') ?? attributeOf(found, 'listID'))?.trim() || null };
}

/** BG-14, BG-26 */
export function periodOf(element: XmlElement | undefined): ReadPeriod | null {
  const startDate = dateAt(element, 'cbc:StartDate');
  const endDate = dateAt(element, 'cbc:EndDate');
  return startDate || endDate ? { startDate, endDate } : null;
}
