import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { attachment, inline } from '#shared/output/files/disposition.ts';
import { fileName, givenFileName } from '#shared/output/files/file-name.ts';
import { generated } from '../../support/effort.ts';

describe('file names: path parts and control characters removed, at most 255 characters', () => {
  test.each([
    ['factură nr. 7.pdf', 'factură nr. 7.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\scan.pdf', 'scan.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie- x.pdf'],
    ['nul\0l.txt', 'null.txt'],
    ['fdp.\u202egpj.exe', 'fdp.gpj.exe'],
    [' a.txt ', 'a.txt'],
    ['x.exe. .', 'x.exe'],
    ['CON', '_CON'],
    ['aux.pdf', '_aux.pdf'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['console.txt', 'console.txt'],
    ['a<b>c|d?.pdf', 'a-b-c-d-.pdf'],
    ['..', null],
    ['folder/', null],
    ['', null],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ])('%j → %j', (name, cleaned) => {
    expect(givenFileName(name)).toBe(cleaned);
  });

  it('of any name, the rest is short, printable and no path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), name => {
        for (const cleaned of [fileName(name), givenFileName(name) ?? 'x']) {
          expect(cleaned.length).toBeLessThanOrEqual(255);
          expect(cleaned).not.toMatch(/[\p{Cc}\\/:]/u);
          expect(cleaned).not.toMatch(/^$|[. ]$/);
          expect(fileName(cleaned)).toBe(cleaned);
        }
      }),
      generated({ runs: 30, seed: 20261121 }),
    );
  });

  test.each([
    ['FĂ/B 27-001.pdf', 'FĂ-B 27-001.pdf'],
    ['../../x-001.pdf', '..-..-x-001.pdf'],
    ['2026/A-001.xml', '2026-A-001.xml'],
    ['...', 'unnamed'],
  ])('a number with separators differs from other numbers: %j → %j', (number, expected) => {
    expect(fileName(number)).toBe(expected);
  });

  it('the headers of downloads contain no path', () => {
    expect(attachment('../../x-001.pdf')).toBe('attachment; filename="..-..-x-001.pdf"');
    // Nor a second name.
    expect(attachment('x; filename=y.exe')).toBe('attachment; filename="x; filename=y.exe"');
    expect(attachment('filename=y.exe')).toBe('attachment; filename="filename=y.exe"');
    expect(inline('FĂ/B-001.pdf')).toBe(`inline; filename="F?-B-001.pdf"; filename*=UTF-8''F%C4%82-B-001.pdf`);
  });
});
