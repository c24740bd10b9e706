import { XmlError } from './node.ts';

/** Text of XML: character references, predefined entities, line ends. Sources: XML 1.0 §2.2, §2.11, §4.1, §4.6. */

// The complement of the production Char.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
// A map and not an object, so that `&constructor;` is not found.
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

// The same without surrogates: a pattern for UTF-16 units is several times faster, and `isWellFormed` checks the pairs.
const FORBIDDEN_UNIT = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;

/** @throws {XmlError} if the source contains a character that XML forbids */
export function refuseForbiddenCharacters(source: string): void {
  if (!FORBIDDEN_UNIT.test(source) && source.isWellFormed()) return;
  const found = FORBIDDEN.exec(source)!;
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw new XmlError(`The character U+${code} at position ${found.index} is not allowed in XML; remove it.`);
}

/** The source with every line end as one line feed. */
export const withLineFeeds = (source: string): string => (source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source);

const REFERENCE = /([^;&\s]{1,32});/y;

/**
 * Replaces character and entity references. Only the five predefined entities exist, since document types are refused. Stops at the
 * first error; `replace` with a pattern would first collect all matches.
 */
export function decoded(text: string): string {
  let at = text.indexOf('&');
  if (at < 0) return text;
  let result = '';
  let from = 0;
  for (; at >= 0; at = text.indexOf('&', from)) {
    REFERENCE.lastIndex = at + 1;
    const name = REFERENCE.exec(text)?.[1];
    if (name === undefined) throw new XmlError('An "&" must be written as "&amp;".');
    result += text.slice(from, at) + character(name);
    from = REFERENCE.lastIndex;
  }
  return result + text.slice(from);
}

/** The value of an attribute: white space as blanks, references replaced (XML 1.0 §3.3.3). */
export const attributeValue = (text: string): string => decoded(/[\t\n]/.test(text) ? text.replace(/[\t\n]/g, ' ') : text);

function character(name: string): string {
  const predefined = PREDEFINED.get(name);
  if (predefined !== undefined) return predefined;
  const number = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
  if (!number) throw new XmlError(`The entity "&${name};" is not defined; entities other than the five of XML are refused.`);
  const code = number[1] ? Number.parseInt(number[1], 16) : Number(number[2]);
  const found = code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
  if (FORBIDDEN.test(found))
    throw new XmlError(`The reference "&${name};" denotes a character that is not allowed in XML; remove it.`);
  return found;
}
