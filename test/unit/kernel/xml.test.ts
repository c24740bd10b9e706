import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { element, siblings, text } from '#shared/base/kernel/xml.ts';
import { generated } from '../../support/effort.ts';

describe('XML builder', () => {
  it('writes no empty elements', () => {
    expect(element('a', text('b', null), text('c', ' '), text('d', '\u0001 '), element('e'))).toBe('');
    expect(siblings('', text('a', '1'), '', text('b', '2'))).toBe('<a>1</a>\n<b>2</b>');
  });

  it('indents children and does not change texts', () => {
    expect(element('a', element('b', text('c', 'x\r\ny')))).toBe('<a>\n  <b>\n    <c>x&#10;y</c>\n  </b>\n</a>');
  });

  it('any text is read as it was written, except for characters that XML does not allow', () => {
    const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), value => {
        const xml = XmlDocument.fromString(`<r>${text('t', `x${value}x`)}</r>`);
        expect(xml.root.content).toBe(`x${value}x`.replace(forbidden, '').replace(/\r\n?/g, '\n'));
        xml.dispose();
      }),
      generated({ runs: 500, seed: 20260302 }),
    );
  });
});
