import { attributeOf, localName, type XmlElement, XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { EARLIEST_DATE, isDate, isTooEarly } from '#shared/base/kernel/dates.ts';
import { Big, cents, MAX_AMOUNT } from '#shared/base/kernel/money.ts';

/** Elements of a bank's XML by their names, whatever namespace its version has. Pure. */

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter(child => localName(child) === name) ?? [];

/** The first element at a path below an element. */
export const at = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce((found, name) => childrenOf(found, name)[0], element);

/** Spaces and control characters, of which XML allows some. */
const SPACES = /[\s\p{Cc}]+/gu;

/** The text at a path, with single spaces, and in the form in which requests are read (REQ-10, REQ-11); null without any. */
export const textAt = (element: XmlElement | undefined, ...path: string[]): string | null =>
  at(element, ...path)
    ?.text.replaceAll(SPACES, ' ')
    .trim()
    .normalize('NFC') || null;

/** The day of a date or an instant, as it is written there. @throws XmlError for anything else, and for what a request may not have (REQ-20) */
export function dayOf(written: string | null, what: string): string | null {
  if (written === null) return null;
  const day = written.slice(0, 10);
  if (isTooEarly(day)) throw new XmlError(`${what} is ${day}, which is before ${EARLIEST_DATE}.`);
  if (isDate(day)) return day;
  throw new XmlError(`${what} is ${JSON.stringify(written.slice(0, 40))}, which is no date in the form YYYY-MM-DD.`);
}

/** The day in an element that has a date or an instant. @throws XmlError as `dayOf` */
export const dayAt = (element: XmlElement | undefined, what: string): string | null =>
  dayOf(textAt(element, 'Dt') ?? textAt(element, 'DtTm'), what);

/** An amount with its currency, in whole cents. @throws XmlError for a currency or an amount that has another form */
export function moneyOf(element: XmlElement, what: string): { cents: number; currency: string } {
  const [written, currency] = [element.text.trim(), attributeOf(element, 'Ccy') ?? ''];
  if (!/^[A-Z]{3}$/.test(currency)) throw new XmlError(`${what} has no currency (attribute Ccy, such as RON).`);
  const isAmount = /^\d{1,15}(?:\.\d{1,5})?$/.test(written);
  if (!isAmount || new Big(written).gt(MAX_AMOUNT) || !new Big(written).eq(new Big(written).round(2)))
    throw new XmlError(
      `${what} is ${JSON.stringify(written.slice(0, 40))}: it must be from 0 to ${MAX_AMOUNT}, with two decimals.`,
    );
  return { cents: cents(written), currency };
}

/** Whether money came in. @throws XmlError without a statement of it */
export function isCredit(element: XmlElement, what: string): boolean {
  const written = textAt(element, 'CdtDbtInd');
  if (written !== 'CRDT' && written !== 'DBIT') throw new XmlError(`${what} must have CdtDbtInd CRDT or DBIT.`);
  return written === 'CRDT';
}
