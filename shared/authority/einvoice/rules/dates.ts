import { textOf, type XmlElement } from '../xml/node.ts';
import { at, single, trimmed, Undecidable } from './values.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)(Z|[+-]\d\d:\d\d)?$/;
const DAY_MS = 86_400_000;

/** Epoch milliseconds at which an xs:date begins, in UTC where it has no time zone; undefined when the text is not a date. */
export function dayStart(text: string): number | undefined {
  const [, year, month, day, zone] = DATE.exec(trimmed(text)) ?? [];
  if (year === undefined) return undefined;
  const start = Date.UTC(2000, Number(month) - 1, Number(day));
  const date = new Date(start);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? date.getTime() - zoneOffset(zone) : undefined;
}

function zoneOffset(zone: string | undefined): number {
  if (!zone || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return ((zone.startsWith('-') ? -minutes : minutes) * DAY_MS) / 1440;
}

/**
 * Whether a period does not end before it starts; true when one of its dates is missing.
 *
 * @throws Undecidable when a date is repeated or malformed
 */
export function endsAfterStart(period: XmlElement): boolean {
  const ends = at(period, 'cbc:EndDate');
  const starts = at(period, 'cbc:StartDate');
  if (ends.length === 0 || starts.length === 0) return true;
  return dateOf(ends) >= dateOf(starts);
}

function dateOf(elements: readonly XmlElement[]): number {
  const element = single(elements)!;
  const start = dayStart(textOf(element));
  if (start === undefined) throw new Undecidable(`${element.qname} must be a date such as 2026-03-31.`);
  return start;
}

/**
 * Whether an element contains a date of exactly ten characters, so without a time zone (BR-RO-DT).
 *
 * @throws Undecidable when comments or elements divide its text
 */
export function isPlainDate(element: XmlElement): boolean {
  if (element.textNodes > 1) throw new Undecidable(`${element.qname} must contain only text, without comments or elements.`);
  return element.text.length === 10 && dayStart(textOf(element)) !== undefined;
}
