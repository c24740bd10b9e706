import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanFileName } from '../../../../shared/invoices/attachments/file-name.ts';
import { ACCEPTED, acceptedType } from '../../../../shared/invoices/attachments/sniff.ts';
import { FILES, REFUSED } from '../../../support/files.ts';
import { cpuMillis } from '../../../support/text-cost/measure.ts';

describe('types accepted (completions-documents §1.9): taken from content, not from the name', () => {
  test.each(Object.entries(FILES))('%s', async (_, { bytes, type }) => {
    expect(await acceptedType(bytes)).toBe(type);
  });

  it('a file of every accepted type is known', () => {
    expect(new Set(Object.values(FILES).map(file => file.type))).toEqual(new Set(Object.keys(ACCEPTED)));
  });

  test.each(Object.entries(REFUSED))('refused: %s', async (_, bytes) => {
    expect(await acceptedType(bytes)).toBeNull();
  });

  it('whatever the bytes, the answer is an accepted type or none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async bytes => {
        const type = await acceptedType(bytes);
        expect(type === null || type in ACCEPTED).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

const titled = (texts: string[]): [string, string][] => texts.map(text => [text.slice(0, 60), text]);

describe('markup that browsers run is refused, whatever stands before it', () => {
  test.each(
    titled([
      '<html>',
      '<!-- a --><svg/>',
      '<?xml version="1.0"?>\n<!-- a -->\n<!-- b --> <!DOCTYPE svg>',
      '<?xml version="1.0"?><?xml-stylesheet href="x"?><svg/>',
      '<!--><script>alert(1)</script>',
      '<!---><script>alert(1)</script>',
      '<!-- --!><body>',
      '<a:b xmlns:a="http://www.w3.org/2000/svg"/>',
      `<!--${' '.repeat(100_000)}--><a:b xmlns:a="http://www.w3.org/1999/xhtml"/>`,
      `<!--${'-'.repeat(100_000)}--><html>`,
    ]),
  )('%s', async (_, text) => {
    expect(await acceptedType(Buffer.from(text))).toBeNull();
  });

  test.each(
    titled([
      '<!-- <html> --><Invoice/>',
      '<?xml version="1.0"?><!-- a --> <!-- b --><note/>',
      '<!-- without an end <html>',
      '<?xml version="1.0"',
      '<htmls/>',
    ]),
  )('not refused, as it runs nothing: %s', async (_, text) => {
    expect(await acceptedType(Buffer.from(text))).toBe('application/xml');
  });

  it('comments without content or end cost no more than their length', async () => {
    const begun = cpuMillis();
    for (const part of ['<!---->', '<!---->\n', '<!--', '<!-- -', '<?xml?>', '<?', '<!', ' '])
      expect(await acceptedType(Buffer.from(`${part.repeat(100_000)}<x`)), part).toMatch(/xml|text/);
    // Exponential before: 30 empty comments took 3 seconds.
    expect(cpuMillis() - begun).toBeLessThan(5000);
  });
});

describe('file names: path parts and control characters removed, at most 255 characters', () => {
  test.each([
    ['factură nr. 7.pdf', 'factură nr. 7.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\scan.pdf', 'scan.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
    ['nul\0l.txt', 'null.txt'],
    ['fdp.\u202egpj.exe', 'fdp.gpj.exe'],
    [' a.txt ', 'a.txt'],
    ['..', null],
    ['folder/', null],
    ['', null],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ])('%j → %j', (name, cleaned) => {
    expect(cleanFileName(name)).toBe(cleaned);
  });

  it('of any name, what is left is short, printable and leads nowhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), name => {
        const cleaned = cleanFileName(name);
        if (cleaned === null) return;
        expect(cleaned.length).toBeLessThanOrEqual(255);
        expect(cleaned).not.toMatch(/[\p{Cc}\\/]/u);
        expect(cleaned).not.toMatch(/^\.*$/);
        expect(cleanFileName(cleaned)).toBe(cleaned.trim());
      }),
    );
  });
});
