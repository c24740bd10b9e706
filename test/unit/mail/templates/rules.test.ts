import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Problem } from '#shared/base/kernel/errors.ts';
import { type EmailTemplate, TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES } from '#shared/output/mail/templates/model.ts';
import { addTemplate, changeTemplate, removeTemplate, withFirstTemplates } from '#shared/output/mail/templates/rules.ts';

const AT = '2026-01-01T00:00:00.000Z';

const template = (id: string, fields: Partial<EmailTemplate> = {}): EmailTemplate => ({
  ...{
    id,
    name: id,
    subject: 'S',
    body: 'B',
    category: 'invoice',
    language: 'ro',
    isDefault: false,
    createdAt: '',
    updatedAt: '',
  },
  ...fields,
});

describe('the template that may be deleted', () => {
  const [a, b] = [template('a', { isDefault: true }), template('b')];
  const english = template('en', { language: 'en', isDefault: true });
  const proforma = template('p', { category: 'proforma', isDefault: true });
  test.each([
    ['the last of its category', [a, proforma], 'a', 'last_template'],
    ['the default', [a, b], 'a', 'default_template'],
    ['one that is no default', [a, b], 'b', null],
    ['the Romanian default, with an English one', [a, english], 'a', 'default_template'],
    ['the only English one', [a, english], 'en', null],
    ['the English default, with another one', [a, english, template('en2', { language: 'en' })], 'en', 'default_template'],
    ['the last of its category, in English', [english, proforma], 'en', 'last_template'],
  ] as const)('%s', (_, templates, id, reason) => {
    const remove = () => removeTemplate([...templates], id).records.map(one => one.id);
    if (reason === null) expect(remove()).toEqual(templates.map(one => one.id).filter(one => one !== id));
    else expect(remove).toThrow(expect.objectContaining({ code: 'conflict', details: { reason } }));
  });
});

it('after any operations, each category and language that has templates has one default, and each category Romanian ones', () => {
  const act = fc.record({
    what: fc.constantFrom('add', 'change', 'remove'),
    place: fc.nat(),
    category: fc.constantFrom(...TEMPLATE_CATEGORIES),
    language: fc.constantFrom(...TEMPLATE_LANGUAGES),
    isDefault: fc.option(fc.boolean(), { nil: undefined }),
  });
  let ids = 0;
  const newId = (): string => `t${++ids}`;
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), acts => {
      let templates = withFirstTemplates([], newId, AT);
      for (const { what, place, category, language, isDefault } of acts) {
        const id = templates[place % templates.length]?.id ?? '';
        try {
          if (what === 'add')
            templates = addTemplate(templates, { ...template('x'), category, language, isDefault }, newId(), AT).records;
          else if (what === 'change') templates = changeTemplate(templates, id, { name: 'Y', isDefault }, AT).records;
          else templates = removeTemplate(templates, id).records;
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
        expect(withFirstTemplates(templates, newId, AT)).toBe(templates);
        for (const kin of Object.values(Object.groupBy(templates, one => `${one.category} ${one.language}`)))
          expect(kin?.filter(one => one.isDefault)).toHaveLength(1);
      }
    }),
  );
});
