import fc from 'fast-check';
import { XmlDocument as Oracle } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { xmlText } from '#shared/authority/einvoice/xml/decode.ts';
import { attributeOf, XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { LIMITS, parseXml } from '#shared/authority/einvoice/xml/parse.ts';
import { HOSTILE_XML } from '../../support/einvoice/hostile-xml.ts';
import { generated } from '../../support/effort.ts';
import { cpuMillis } from '../../support/text-cost/measure.ts';

const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';

describe('hostile XML is rejected before it costs anything', () => {
  it.each([...HOSTILE_XML])('%s', (_, xml, message) => {
    let thrown: unknown;
    try {
      parseXml(xml);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(XmlError);
    expect(thrown).toHaveProperty('message', expect.stringMatching(message));
  });

  it.each([
    '<a',
    '<a><b></a></b>',
    '<a b="1"c="2"/>',
    '< a/>',
    'x<a/>',
    '<![CDATA[x]]><a/>',
    '<a><!-- -- --></a>',
    '<a><!-- x ---></a>',
  ])('%s is not well-formed', xml => {
    expect(() => parseXml(xml)).toThrow(XmlError);
  });

  it.each([
    ['\u00a0', '<a '],
    ['\u2003', '<a b '],
    [' ', '<a b'],
    [' ', '<a b='],
    ['b', '<a '],
    ['b', '<a:'],
    ['&', '<a b="'],
    ['\u00a0', '<?xml version="1.0" encoding'],
  ])('many of %j behind %j are rejected in the time that reading them takes', (part, before) => {
    const begun = cpuMillis();
    expect(() => parseXml(`${before}${part.repeat(200_000)}>`)).toThrow(XmlError);
    // 2,000 no-break spaces took 4 seconds and 4,000 of them 30: they counted both as white space and as letters of a name.
    expect(cpuMillis() - begun).toBeLessThan(2000);
  });

  it('only the four characters of XML are white space between attributes', () => {
    expect(parseXml('<a\tb="1"\r\n c = "2" />').root.attributes).toHaveLength(2);
    expect(() => parseXml('<a b="1"\u00a0c="2"/>')).toThrow(XmlError);
    expect(() => parseXml('<a b="1"\u000c/>')).toThrow(XmlError);
  });

  it('another namespace is another name, whatever its prefix', () => {
    const { root } = parseXml(`<Invoice xmlns="${INVOICE}" xmlns:cbc="urn:other"><cbc:ID/><ID xmlns="${CBC}"/></Invoice>`);
    expect([root.name, ...root.children.map(child => child.name)]).toEqual(['ubl:Invoice', '{urn:other}ID', 'cbc:ID']);
  });

  it('a namespace named like a member of every object is an ordinary namespace', () => {
    expect(parseXml('<a xmlns="constructor"/>').root.name).toBe('{constructor}a');
  });

  it('declares a namespace only for an element and its content', () => {
    const { root } = parseXml('<a xmlns:x="u"><b xmlns:x="v"><x:c/></b><x:c/></a>');
    expect([root.children[0]!.children[0]!.name, root.children[1]!.name]).toEqual(['{v}c', '{u}c']);
  });
});

describe('encodings', () => {
  const utf16 = (text: string, mark: [number, number]): Uint8Array => {
    const bytes = Buffer.from(text, 'utf16le');
    return Buffer.concat([Buffer.from(mark), mark[0] === 0xff ? bytes : bytes.swap16()]);
  };
  const read = (bytes: Uint8Array): string => parseXml(xmlText(bytes)).root.text;

  it.each<[what: string, bytes: Uint8Array]>([
    ['UTF-8', Buffer.from('<a>Țară</a>')],
    ['UTF-8, declared', Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>Țară</a>')],
    ['UTF-8 with a mark', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-8"?><a>Țară</a>')],
    ['UTF-16, little end first', utf16('<?xml version="1.0" encoding="UTF-16"?><a>Țară</a>', [0xff, 0xfe])],
    ['UTF-16, big end first', utf16('<a>Țară</a>', [0xfe, 0xff])],
    [
      'windows-1250, where Ţ has a cedilla',
      Buffer.from([
        ...Buffer.from("<?xml version='1.0' encoding='windows-1250'?><a>"),
        0xde,
        0x61,
        0x72,
        0xe3,
        ...Buffer.from('</a>'),
      ]),
    ],
  ])('%s', (_, bytes) => {
    expect(read(bytes).normalize('NFD').replace(/\p{M}/gu, '')).toBe('Tara');
  });

  it.each<[what: string, bytes: Uint8Array, message: RegExp]>([
    [
      'UTF-7, in which "+ADw-" is a less-than',
      Buffer.from('<?xml version="1.0" encoding="UTF-7"?><a>+ADw-b+AD4-</a>'),
      /UTF-7 is not supported/,
    ],
    ['EBCDIC', Buffer.from('<?xml version="1.0" encoding="IBM037"?><a/>'), /IBM037 is not supported/],
    ['UTF-16 without a mark', Buffer.from('<a/>', 'utf16le'), /U\+0000/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0, 0x61, 0, 0, 0]), /U\+0000/],
    [
      'a declaration that its mark contradicts',
      Buffer.from('\uFEFF<?xml version="1.0" encoding="windows-1252"?><a/>'),
      /begins with the byte order mark/,
    ],
    ['a declaration of UTF-16 in UTF-8', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a/>'), /UTF-16 is not supported/],
    ['an overlong "<"', Buffer.from([0xc0, 0xbc, 0x61, 0x2f, 0x3e]), /not UTF-8/],
    ['bytes of no character', Buffer.from([...Buffer.from('<a>'), 0xff, ...Buffer.from('</a>')]), /not UTF-8/],
    ['half a UTF-16 unit', Buffer.from([0xff, 0xfe, 0x3c]), /not UTF-16LE/],
    ['too many bytes', new Uint8Array(LIMITS.length + 1), /longer than/],
  ])('rejects %s', (_, bytes, message) => {
    expect(() => read(bytes)).toThrow(XmlError);
    expect(() => read(bytes)).toThrow(message);
  });
});

it('any input ends with elements or an XmlError', () => {
  const piece = fc.constantFrom(
    ...['<', '>', '/', '=', '"', "'", ' ', 'a', 'b:c', '<a ', '</a>', '&', ';', '&#', '<!--', '-->', '<?', '?>'],
    ...['<![CDATA[', ']]>', '<!DOCTYPE'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
      expect(attempt(() => parseXml(pieces.join('')).elements.length)).not.toBe(0);
    }),
    generated({ runs: 1000, seed: 20260302 }),
  );
});

describe('the reader of XML compared with libxml2', () => {
  const pieces = fc.constantFrom(
    ...['<a>', '</a>', '<a/>', '<x:a xmlns:x="u">', '</x:a>', '<a b="1">', " c='2'", '&amp;', '&#65;', '&', '<![CDATA[<]]>'],
    ...[
      '<!-- c -->',
      '<!--',
      '-->',
      '-',
      '<?p i?>',
      'text',
      ']]>',
      '"',
      '<',
      '>',
      '\t\n',
      '<a xmlns="u">',
      '<a x:b="1"/>',
      '\u0001',
      '<!DOCTYPE a>',
    ],
  );

  it('reads nothing that libxml2 rejects, and the same names, attributes and texts', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), parts => {
        const xml = `<r>${parts.join('')}</r>`;
        const ours = attempt(() => parseXml(xml));
        if (!ours) return;
        read += 1;
        const theirs = Oracle.fromString(xml);
        try {
          const text = (element: { text: string; children: readonly { text: string }[] }): string => element.text;
          expect(ours.elements.map(element => element.qname)).toEqual(
            theirs
              .find('//*')
              .map(
                node =>
                  ((node as typeof theirs.root).prefix ? `${(node as typeof theirs.root).prefix}:` : '') +
                  (node as typeof theirs.root).name,
              ),
          );
          expect(ours.elements.map(text).join('').length).toBe(theirs.root.content.length);
          expect(ours.elements.map(element => attributeOf(element, 'b') ?? null)).toEqual(
            theirs.find('//*').map(node => (node as typeof theirs.root).attr('b')?.value ?? null),
          );
        } finally {
          theirs.dispose();
        }
      }),
      generated({ runs: 3000, seed: 20260302 }),
    );
    expect(read).toBeGreaterThan(100);
  });
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}
