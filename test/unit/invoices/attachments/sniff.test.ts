import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ACCEPTED, acceptedType, namedAs } from '#shared/documents/invoices/attachments/sniff.ts';
import { FILES, REFUSED } from '../../../support/files.ts';
import { cpuMillis } from '../../../support/text-cost/measure.ts';

describe('types accepted (OUT-28): taken from content, not from the name', () => {
  test.each(Object.entries(FILES))('%s', async (_, { bytes, type }) => {
    expect(await acceptedType(bytes)).toBe(type);
  });

  it('a file of every accepted type is recognised', () => {
    expect(new Set(Object.values(FILES).map(file => file.type))).toEqual(new Set(Object.keys(ACCEPTED)));
  });

  test.each(Object.entries(REFUSED))('rejects %s', async (_, bytes) => {
    expect(await acceptedType(bytes)).toBeNull();
  });

  it('for any bytes, the result is an accepted type or none', async () => {
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

describe('markup that browsers execute is rejected, whatever precedes it', () => {
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
  )('accepts markup that executes nothing: %s', async (_, text) => {
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

describe('the name of a file of a detected type ends with an extension of it', () => {
  test.each([
    ['scan.PDF', 'application/pdf', 'scan.PDF'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['run.js', 'text/plain', 'run.js.txt'],
    ['factura.hta', 'application/xml', 'factura.hta.xml'],
    ['x.html', 'application/octet-stream', 'x.html.bin'],
    ['x.exe', 'application/pdf', 'x.exe.pdf'],
    ['x.url', 'text/plain', 'x.url.txt'],
    ['pdf', 'application/pdf', 'pdf.pdf'],
    ['table.csv', 'text/plain', 'table.csv'],
    [`${'x'.repeat(251)}.bat`, 'text/plain', `${'x'.repeat(251)}.txt`],
  ])('%s of %s → %s', (name, type, expected) => {
    expect(namedAs(name, type)).toBe(expected);
  });

  it('no accepted type has an extension of an executable', () => {
    const runs = /^(?:exe|com|scr|bat|cmd|ps1|vbs|js|mjs|jse|wsf|hta|html?|xhtml|svg|url|lnk|jar|msi|reg|docm|xlsm|xsl)$/;
    expect(
      Object.values(ACCEPTED)
        .flat()
        .filter(extension => runs.test(extension)),
    ).toEqual([]);
  });
});
