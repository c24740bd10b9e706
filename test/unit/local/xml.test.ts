import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { writeXml } from '../../../infra/local/xml.ts';

const pieces = [
  '&',
  'amp;',
  'nbsp;',
  '#65;',
  '#x41;',
  'lt;',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  '\n',
  '\t',
  '\r',
  ' ',
  'ă',
  '🚀',
  '\u00a0',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(chosen => chosen.join(''));

describe('XML of the local engines and the simulator', () => {
  it('gives a parser every text and attribute back as it was', () => {
    fc.assert(
      fc.property(text, text, (attribute, content) => {
        using document = XmlDocument.fromString(writeXml({ root: { '@': { attribute }, content } }));
        expect(document.root.attr('attribute')?.value).toBe(attribute);
        expect(document.root.get('content')?.content).toBe(content);
      }),
    );
  });

  it('has a list as elements of one name, and nothing of what is undefined', () => {
    const tree = { root: { '@': { a: 1, b: undefined }, c: undefined, d: [], e: [{ f: true }, { '#': 'x' }] } };
    expect(writeXml(tree, { headless: true })).toBe('<root a="1"><e><f>true</f></e><e>x</e></root>');
  });

  it.each([
    ['references by default', {}, '<a>&#x1;</a>'],
    ['the replacement where one is given', { invalidCharReplacement: '?' }, '<a>?</a>'],
  ])('has for characters that XML cannot hold %s', (_, form, xml) => {
    expect(writeXml({ a: '\u0001' }, { headless: true, ...form })).toBe(xml);
  });
});
