import { LIMITS } from '#shared/authority/einvoice/xml/parse.ts';

/** Hostile XML documents, each with the reason for which the reader rejects it. */

const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

/** `<!ENTITY lol9 "&lol8;&lol8;…">`: a billion copies of one word in a thousand bytes. */
const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY lol${n} "${n ? `&lol${n - 1};`.repeat(10) : 'lol'}">`).join('');

function nested(depth: number, declarations: (level: number) => string): string {
  const levels = Array.from({ length: depth }, (_, level) => `<a ${declarations(level)}>`);
  return levels.join('') + '</a>'.repeat(depth);
}

export const HOSTILE_XML: readonly [what: string, xml: string, message: RegExp][] = [
  ['a document type', '<!DOCTYPE a><a/>', /document type/],
  ['a document type after a comment', '<!-- x --><!DOCTYPE a><a/>', /document type/],
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /document type/],
  ['an external document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', /document type/],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/"> %x;]><a/>', /document type/],
  ['a billion laughs', `<!DOCTYPE a [${laughs}]><a>&lol9;</a>`, /document type/],
  ['a document type in another case', '<!doctype a><a/>', /not XML/],
  ['a document type inside the root', '<a><!DOCTYPE b><b/></a>', /document type/],
  ['an entity without a declaration', '<a>&x;</a>', /entity "&x;"/],
  ['an entity named like what objects have', '<a>&constructor;</a>', /entity "&constructor;"/],
  ['an entity in an attribute', '<a b="&__proto__;"/>', /entity "&__proto__;"/],
  ['a reference to NUL', '<a>&#0;</a>', /a character that is not allowed/],
  ['a reference to half a pair', '<a>&#xD800;</a>', /a character that is not allowed/],
  ['a reference beyond Unicode', '<a>&#x110000;</a>', /a character that is not allowed/],
  ['NUL', '<a>\0</a>', /U\+0000/],
  ['a control character', '<a>\u0008</a>', /U\+0008/],
  ['half a surrogate pair', '<a>\uDC00</a>', /U\+DC00/],
  ['deep nesting', '<a>'.repeat(100_000), /deeper than 64/],
  ['too many elements', `<a>${'<b/>'.repeat(LIMITS.elements)}</a>`, /elements/],
  ['too many attributes', `<a ${Array.from({ length: 40 }, (_, n) => `b${n}="1"`).join(' ')}/>`, /attributes/],
  [
    'too many prefixes',
    nested(3, n => Array.from({ length: 30 }, (_, i) => `xmlns:p${n}-${i}="u${n}"`).join(' ')),
    /namespaces are declared/,
  ],
  ['too much of it', ' '.repeat(LIMITS.length + 1), /longer than/],
  ['an attribute twice', '<a b="1" b="2"/>', /attribute b twice/],
  ['an attribute twice under two prefixes', '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>', /attribute \{u\}b twice/],
  ['a declaration twice', '<a xmlns:x="u" xmlns:x="v"/>', /attribute xmlns:x twice/],
  ['a prefix without a namespace', `<cbc:a xmlns:cbc=""/>`, /xmlns:cbc="" is not allowed/],
  ['the prefix xml bound again', `<a xmlns:xml="${CBC}"/>`, /not allowed/],
  ['the prefix xmlns bound', `<a xmlns:xmlns="${CBC}"/>`, /not allowed/],
  ['the namespace xml under another prefix', '<a xmlns:x="http://www.w3.org/XML/1998/namespace"/>', /not allowed/],
  ['two colons in a name', '<a xmlns:x="u" x:b:c="1"/>', /"x:b:c" is not allowed/],
  ['an undeclared prefix', '<x:a/>', /prefix "x"/],
  ['an undeclared prefix of an attribute', '<a x:b="1"/>', /prefix "x"/],
  ['a less-than in an attribute', '<a b="<"/>', /not well-formed/],
  ['the end of CDATA in a text', '<a>]]></a>', /\]\]&gt;/],
];
