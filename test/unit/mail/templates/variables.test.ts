import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bodyOf, editableBodyOf, subjectOf } from '#shared/output/mail/documents/words.ts';
import { markdownHtml, markdownText } from '#shared/output/mail/markdown.ts';
import { TEMPLATE_CATEGORIES } from '#shared/output/mail/templates/model.ts';
import { OWN_WORDS } from '#shared/output/mail/templates/own-words.ts';
import { sampleValues, TEMPLATE_VARIABLES, withConditions } from '#shared/output/mail/templates/variables.ts';
import { unknownNames } from '#shared/output/mail/variables.ts';

const COMPANY = { name: 'Atelier SRL', cif: '40123452', email: null, phone: null };

/** The variables that REC-76 names. */
const CONTRACT = {
  invoice: `client_name total issue_date company_name currency invoice_number due_date balance client_outstanding subtotal vat
    days_until_due series_name company_cif company_email company_phone payment_link`,
  delivery_note: 'client_name total issue_date company_name currency delivery_note_number',
  proforma: 'client_name total issue_date company_name currency proforma_number due_date',
};

describe('the names of templates', () => {
  it.each(TEMPLATE_CATEGORIES)('%s: all that the contract lists, and the built-in texts use no others', category => {
    expect(Object.keys(TEMPLATE_VARIABLES[category])).toEqual(expect.arrayContaining(CONTRACT[category].split(/\s+/)));
    const values = sampleValues(category, COMPANY);
    for (const { subject, body } of Object.values(OWN_WORDS[category]))
      expect([...unknownNames(subject, values), ...unknownNames(body, values)]).toEqual([]);
  });

  it("samples have the company's own data", () => {
    expect(sampleValues('proforma', COMPANY).variables).toMatchObject({ company_name: 'Atelier SRL', company_email: '' });
  });

  test.each([
    ['[[a]] {a} {if a}{endif}', []],
    ['[[b]] [[c d]] {e} {if f}x{endif} [[b]]', ['b', 'c d', 'e', 'f']],
    ['{endif} {if a} {} [[]] [[[a]]] [a] {a b}', []],
    ['\\[[b]] \\{c} \\\\[[d]]', ['d']],
    ['[[toString]] {constructor} {if valueOf}x{endif}', ['toString', 'constructor', 'valueOf']],
    [`[[${'x'.repeat(101)}]]`, []],
    [Array.from({ length: 200 }, (_, place) => `[[n${place}]]`).join(''), Array.from({ length: 100 }, (_, place) => `n${place}`)],
  ])('finds the unknown names in %j: %j', (text, unknown) => {
    expect(unknownNames(text, withConditions({ a: 'x' }))).toEqual(unknown);
  });

  test.each([
    ['\\[[a]]', '\\[[a]]', '[[a]]'],
    ['\\{a}', '\\{a}', '{a}'],
    ['\\\\[[a]]', '\\\\x', '\\x'],
    ['{if a}[[a]]{endif}{if b}[[b]]{endif}', 'x', 'x'],
  ])('%s is filled in as %s and read as %s: a backslash before a value stays', (text, filled, read) => {
    const values = withConditions({ a: 'x', b: '' });
    expect(editableBodyOf(text, values)).toBe(filled);
    expect(markdownText(bodyOf(text, values))).toBe(read);
  });

  it('a subject is one line of at most 255 units, without half characters', () => {
    const subject = subjectOf(`${'x'.repeat(254)}😀`, withConditions({}));
    expect([subject.length, subject.isWellFormed()]).toEqual([254, true]);
    expect(subjectOf('a [[b]]', withConditions({ b: 'c\r\nBcc: d' }))).toBe('a c Bcc: d');
  });
});

describe('with any values, a mail has the structure of its template', () => {
  const tagsOf = (body: string): string => [...markdownHtml(body).markup.matchAll(/<[^>]*>/g)].map(([tag]) => tag).join('');
  const value = fc
    .string({
      unit: fc.constantFrom(...'ab1 *_\\[](){}<>"\'&-+#`~|!.:/\n\r\t', '[[a]]', '{if a}', '{endif}', 'javascript:'),
      minLength: 1,
    })
    .map(text => text.trim())
    .filter(text => text !== '');
  const piece = fc.constantFrom(
    ...['[[a]]', '{a}', '[[b]]', 'text ', '*', '**', '\\', '- ', '\n', '\n\n', '[', ']', '(', ')', '{if a}', '{endif}', '<b>'],
    '[link](https://x.example)',
  );
  const template = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));

  it('no value adds, moves or removes a tag', () => {
    // Values in the target of a link may end it: they have a property of their own.
    const withoutTargets = template.filter(text => !/\]\([^)\n]*(\[\[|\{)/.test(text));
    fc.assert(
      fc.property(withoutTargets, value, value, (text, a, b) => {
        const plain = withConditions({ a: 'x', b: 'y' });
        expect(tagsOf(bodyOf(text, withConditions({ a, b })))).toBe(tagsOf(bodyOf(text, plain)));
      }),
      { numRuns: 3000 },
    );
  });

  it('a value in a link stays after the text that the template has before it', () => {
    fc.assert(
      fc.property(value, a => {
        const { markup } = markdownHtml(bodyOf('[plată](https://x.example/[[a]]) [[a]]', withConditions({ a })));
        for (const [, href] of markup.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/x\.example\//);
        expect(markup.replace(/<\/?(p|a)( style="[^"<>]*"| href="[^"<>]*")*>/g, '')).not.toMatch(/[<>]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('and is read unchanged', () => {
    fc.assert(
      fc.property(value, a => {
        const once = a.replace(/\s+/g, space => (/[\r\n]/.test(space) ? ' ' : space));
        expect(markdownText(bodyOf('(([[a]]))', withConditions({ a })))).toBe(`((${once}))`);
      }),
      { numRuns: 2000 },
    );
  });
});
