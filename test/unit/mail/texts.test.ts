import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { escapeMarkdown, markdownHtml, markdownText } from '#shared/output/mail/markdown.ts';
import { filledIn } from '#shared/output/mail/variables.ts';
import { cpuMillis } from '../../support/text-cost/measure.ts';

const values = {
  variables: { client_name: 'ALFA', invoice_number: 'F-1', odd: '[[client_name]]' },
  conditions: { overdue: true, payment_link: false },
};

describe('variables of templates (REC-75 to REC-77)', () => {
  test.each([
    ['Factura [[invoice_number]] pentru [[client_name]]', 'Factura F-1 pentru ALFA'],
    ['Factura {invoice_number}', 'Factura F-1'],
    ['[[unknown]] {unknown} [[ client_name ]]', '[[unknown]] {unknown} [[ client_name ]]'],
    ['[[odd]]', '[[client_name]]'],
    ['[[constructor]] {toString} {if valueOf}x{endif}', '[[constructor]] {toString} {if valueOf}x{endif}'],
    ['a{if overdue} restantă{endif}b', 'a restantăb'],
    ['a{if payment_link} [[client_name]]{endif}b', 'ab'],
    ['{if other}x{endif}', '{if other}x{endif}'],
    ['{if overdue}1{endif}{if payment_link}2{endif}{if overdue}3{endif}', '13'],
  ])('%s → %s', (text, filled) => {
    expect(filledIn(text, values)).toBe(filled);
  });
});

const htmlOf = (text: string): string => markdownHtml(text).markup.replace(/ style="[^"]*"/g, '');

describe('light markdown', () => {
  test.each([
    ['Bună ziua,\n\nȘi\nrândul doi', '<p>Bună ziua,</p><p>Și<br>rândul doi</p>'],
    ['**tare** și *înclinat*', '<p><strong>tare</strong> și <em>înclinat</em></p>'],
    ['[aici](https://x.ro/a?b=1&c=2)', '<p><a href="https://x.ro/a?b=1&amp;c=2">aici</a></p>'],
    ['[aici](javascript:alert)', '<p>[aici](javascript:alert)</p>'],
    ['\\*nu\\*', '<p>*nu*</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['2 * 3 * 4', '<p>2 <em> 3 </em> 4</p>'],
  ])('%j', (text, expected) => {
    expect(htmlOf(text)).toBe(expected);
  });

  it('lists', () => {
    expect(htmlOf('- unu\n- **doi**').replace(/\s*\n\s*/g, '')).toBe('<ul><li>unu</li><li><strong>doi</strong></li></ul>');
  });

  test.each([
    ['[[[a](https://x.ro)', '<p><a href="https://x.ro">[[a</a></p>'],
    ['[a [b](https://x.ro) *c*](https://y.ro)', '<p><a href="https://x.ro">a [b</a> <em>c</em>](https://y.ro)</p>'],
    ['[a] [b](https://x.ro)', '<p>[a] <a href="https://x.ro">b</a></p>'],
    ['[a *b](https://x.ro) c*', '<p><a href="https://x.ro">a *b</a> c*</p>'],
    ['[*a*](https://x.ro)', '<p><a href="https://x.ro"><em>a</em></a></p>'],
    ['\\[a](https://x.ro)', '<p>[a](https://x.ro)</p>'],
    ['[a\\](https://x.ro) b](https://y.ro)', '<p><a href="https://y.ro">a](https://x.ro) b</a></p>'],
  ])('a link extends from the first bracket of a line to the first end: %j', (text, expected) => {
    expect(htmlOf(text)).toBe(expected);
  });

  it('as text: without markers, links next to their texts', () => {
    expect(markdownText('**Factura** [aici](https://x.ro) \\*')).toBe('Factura aici (https://x.ro) *');
  });

  it('no text of a user adds a tag, and an escaped value is read unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab *_\\[]()<>"\'&-\n'), maxLength: 40 }), text => {
        const allowed = /<\/?(p|strong|em|ul|li|br|a)( style="[^"<>]*"| href="[^"<>]*")*>/g;
        expect(markdownHtml(text).markup.replace(allowed, '')).not.toMatch(/[<>]/);
        const value = text.replace(/\s+/g, ' ').trim();
        if (value === '' || /^[-+]/.test(value)) return;
        expect(markdownText(escapeMarkdown(value))).toBe(value);
        expect(htmlOf(escapeMarkdown(value))).not.toMatch(/<(strong|em|a|ul)/);
      }),
    );
  });
});

describe('texts of mails take time linear in their length, whatever they repeat', () => {
  const parts = [
    '[',
    '[]',
    '[](',
    '[a](b',
    '\\[',
    '*',
    '**',
    '**a',
    '*\\',
    '_',
    '- ',
    '\n',
    ' ',
    '{if a}',
    '{if ',
    '{',
    '[[',
    '[[a',
    '[[a]]',
  ];
  test.each(parts)('%j', part => {
    const text = part.repeat(100_000);
    const begun = cpuMillis();
    markdownHtml(text);
    markdownText(text);
    escapeMarkdown(`${text}.`);
    filledIn(text, { variables: { a: 'x' }, conditions: { a: true } });
    // Quadratic before: 20,000 brackets took a second, 100,000 of them 25.
    expect(cpuMillis() - begun).toBeLessThan(3000);
  });
});
