import { describe, expect, it } from 'vitest';
import { pixelImage } from '#shared/records/parties/companies/logo/image.ts';
import { checkSvg, isMarkup } from '#shared/records/parties/companies/logo/svg.ts';
import { redPng } from '../../support/files.ts';

const png = redPng(3, 2);
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f00d2cf20ffd9',
  'hex',
);

/** The bytes with others from a place on. */
function patched(bytes: Buffer, at: number, hex: string): Buffer {
  const changed = Buffer.from(bytes);
  Buffer.from(hex, 'hex').copy(changed, at);
  return changed;
}

describe('the type of an image by its bytes', () => {
  it.each([
    ['a PNG', png, 'png'],
    ['a JPEG', jpeg, 'jpg'],
    ['a JPEG with fill bytes', Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ff', 'hex'), jpeg.subarray(2)]), 'jpg'],
    ['a GIF', Buffer.from('GIF89a'), null],
    ['nothing', Buffer.alloc(0), null],
    ['a text', Buffer.from('<svg/>'), null],
  ])('%s', (_, bytes, type) => {
    expect(pixelImage(bytes)).toBe(type);
  });

  it.each([
    ['a PNG cut off', png.subarray(0, -12), 'damaged'],
    ['a PNG of its signature alone', png.subarray(0, 8), 'damaged'],
    ['a PNG whose chunk is longer than the file', patched(png, 33, 'ffffffff'), 'damaged'],
    ['a PNG without width', patched(png, 16, '00000000'), 'damaged'],
    ['a PNG that unpacks to gigabytes', patched(png, 16, '0000ffff0000ffff'), '65535 x 65535 pixels'],
    ['a PNG with one long side', patched(png, 16, '00001389'), '5001 x 2 pixels'],
    ['a PNG with too many pixels', patched(png, 16, '0000138800001388'), '5000 x 5000 pixels'],
    ['a JPEG cut off', jpeg.subarray(0, -2), 'damaged'],
    ['a JPEG without a frame', Buffer.concat([jpeg.subarray(0, 20), jpeg.subarray(33)]), 'damaged'],
    ['a JPEG without markers', Buffer.from('ffd8ffd8000000000000', 'hex'), 'damaged'],
    ['a JPEG of huge size', patched(jpeg, 25, 'ffffffff'), '65535 x 65535 pixels'],
  ])('rejects %s', (_, bytes, said) => {
    expect(() => pixelImage(bytes)).toThrow(said);
  });
});

const svg = (inside: string, attributes = ''): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${attributes}>${inside}</svg>`,
  );

describe('SVG with only shapes', () => {
  it.each([
    ['shapes', svg('<g transform="scale(2)"><path d="M0 0h3v3z"/><text x="1">ACME</text></g>')],
    [
      'a gradient by its id',
      svg('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)" width="3" height="3"/>'),
    ],
    ['a gradient that continues another', svg('<linearGradient id="b" xlink:href="#a"/>')],
    ['a style sheet of its own', svg('<style>.a{fill:#d12;clip-path:url(#c)}</style><path class="a" d="M0 0"/>')],
    [
      'a declaration and comments',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="UTF-8"?><!-- a -->'), svg('<!-- b -->')]),
    ],
  ])('accepts %s', (_, bytes) => {
    expect(() => checkSvg(bytes)).not.toThrow();
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'element script'],
    ['a script by an event', svg('<path d="M0 0" onclick="alert(1)"/>'), 'script in onclick'],
    ['a script at its root', svg('', ' onload="alert(1)"'), 'script in onload'],
    ['an HTML page', svg('<foreignObject><p/></foreignObject>'), 'element foreignObject'],
    ['an element of HTML', svg('<p xmlns="http://www.w3.org/1999/xhtml"/>'), 'element p'],
    [
      'a script under another prefix',
      Buffer.from('<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script/></x:svg>'),
      'element script',
    ],
    ['an external image', svg('<image href="https://x.example/a.png"/>'), 'element image'],
    ['a copy of other parts', svg('<use href="#a"/>'), 'element use'],
    ['an animation', svg('<animate attributeName="href" values="javascript:alert(1)"/>'), 'element animate'],
    ['a filter', svg('<filter/>'), 'element filter'],
    ['a link', svg('<a href="https://x.example"/>'), 'element a'],
    ['an external gradient', svg('<linearGradient xlink:href="https://x.example/#a"/>'), 'has a link in href: remove it'],
    ['an external fill', svg('<path d="M0 0" fill="url(https://x.example/#a)"/>'), 'another file'],
    ['an external style', svg('<path d="M0 0" style="fill:url( //x.example/a )"/>'), 'another file'],
    ['a rule that imports', svg('<style>@import "//x.example/a.css";</style>'), 'has an @ or a backslash in a style'],
    ['escaped letters', svg('<style>a{fill:u\\72l(//x.example)}</style>'), 'has an @ or a backslash in a style'],
    ['letters split by CDATA', svg('<style>a{fill:ur<![CDATA[l(//x.example)]]>}</style>'), 'another file'],
    ['letters written as references', svg('<path d="M0 0" fill="&#117;rl(//x.example)"/>'), 'another file'],
    ['a document type', Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'), svg('')]), 'document type'],
    ['an external style sheet', Buffer.concat([Buffer.from('<?xml-stylesheet href="//x.example"?>'), svg('')]), 'instruction'],
    ['an instruction inside', svg('<?php echo 1 ?>'), 'instruction'],
    ['another encoding', Buffer.concat([Buffer.from('<?xml version="1.0" encoding="UTF-7"?>'), svg('')]), 'UTF-8'],
    ['UTF-16', Buffer.from(`\uFEFF${svg('').toString()}`, 'utf16le'), 'UTF-8'],
    ['malformed XML', Buffer.from('<svg'), 'well-formed'],
    ['other XML', Buffer.from('<Invoice/>'), 'must be a PNG, JPEG or SVG'],
    ['SVG without its namespace', Buffer.from('<svg/>'), 'element svg'],
    ['too many elements', svg('<g/>'.repeat(5_000)), 'more than 5000'],
  ])('rejects %s', (_, bytes, said) => {
    expect(() => checkSvg(bytes)).toThrow(said);
  });

  it('checks only files that begin like markup', () => {
    expect(isMarkup(svg(''))).toBe(true);
    expect(isMarkup(Buffer.from('%PDF-1.4'))).toBe(false);
  });
});
