import { amount, Big, plain } from '../../../kernel/money.ts';
import { isDate } from '../../../kernel/dates.ts';
import { attributeOf, textOf, XmlError, type XmlElement } from '../../xml/node.ts';
import type { ReadIdentifier, ReadPeriod } from './model.ts';

/** Values out of the elements of a UBL document. An element that is absent, or has no text, is null everywhere. */

/** The first element at a path of names below `element`. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find(child => child.name === name);
  return found;
}

/** The children of that name, in order. */
export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter(child => child.name === name) ?? [];

/** The trimmed text at a path. Line breaks inside stay. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const found = at(element, ...path);
  return found ? textOf(found).trim() || null : null;
}

/** A text that every document must have. @throws {XmlError} */
export function requiredText(element: XmlElement, ...path: string[]): string {
  const text = textAt(element, ...path);
  if (text === null) throw new XmlError(`<${element.qname}> lacks ${path.join('/')}.`);
  return text;
}

/** The values of every path that has one. */
export const texts = (elements: readonly XmlElement[], ...path: string[]): string[] =>
  elements.map(element => textAt(element, ...path)).filter(text => text !== null);

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
// No amount needs more digits, and exact arithmetic on a megabyte of them would take minutes.
const MAX_DIGITS = 40;

/** A decimal at a path (xs:decimal: no exponent). @throws {XmlError} when the text is no number */
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

/** An amount that every document must have. @throws {XmlError} */
export function requiredAmount(element: XmlElement, ...path: string[]): string {
  requiredText(element, ...path);
  return amountAt(element, ...path)!;
}

/** A date at a path; a time zone after it (XML Schema allows one) is left out. @throws {XmlError} when the text is no date */
export function dateAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const text = textAt(element, ...path);
  if (text === null) return null;
  const day = text.replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  if (!isDate(day)) throw new XmlError(`<${at(element, ...path)!.qname}> holds "${text.slice(0, 40)}", which is not a date.`);
  return day;
}

/** A code: as stated, in capitals. */
export const codeAt = (element: XmlElement | undefined, ...path: string[]): string | null =>
  textAt(element, ...path)?.toUpperCase() ?? null;

/** An identifier with the scheme of its attribute. */
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
