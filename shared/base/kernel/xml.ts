import { amount, type Big } from './money.ts';

/**
 * A piece of XML: elements in order, or nothing at all. UBL forbids empty elements, so elements without content are left out.
 * Why no library writes it: docs/adr/0005-xml-writer.md.
 */
export type Xml = string;

/** Sibling elements in the given order, one per line; empty ones are left out. */
export const siblings = (...elements: Xml[]): Xml => elements.filter(each => each !== '').join('\n');

/** An element with its children in the given order; empty when all of them are. */
export function element(name: string, ...children: Xml[]): Xml {
  const content = siblings(...children);
  return content === '' ? '' : `<${name}>\n  ${content.replaceAll('\n', '\n  ')}\n</${name}>`;
}

/** An element with a text, trimmed; empty when the text is absent or blank. */
export function text(name: string, value: string | null | undefined, attributes = ''): Xml {
  const content = value ? printable(value).trim() : '';
  return content === '' ? '' : `<${name}${attributes}>${escape(content)}</${name}>`;
}

/** An amount element with its currency, always two decimals (UBL-DT-01). */
export const money = (name: string, value: Big, currency: string): Xml =>
  text(name, amount(value), attribute('currencyID', currency));

/** An attribute with a leading space. */
export const attribute = (name: string, value: string): string =>
  ` ${name}="${escape(printable(value)).replaceAll('"', '&quot;')}"`;

// The complement of the production Char (XML 1.0 §2.2): such characters may not appear, escaped or not.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
// Most texts need no escaping; this test saves them five passes.
const HARMLESS = /^[\u0020-\u0025\u0027-\u003B\u003D\u003F-\uD7FF]*$/;

/** The text without characters that XML does not allow. */
const printable = (value: string): string => (HARMLESS.test(value) ? value : value.replace(FORBIDDEN, ''));

// A line break is written as a reference, so that it survives parsing and the indentation of the elements around it.
function escape(value: string): string {
  if (HARMLESS.test(value)) return value;
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r\n?|\n/g, '&#10;');
}
