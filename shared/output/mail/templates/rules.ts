import { conflict, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import type { SetChange } from '#shared/platform/store/record-set.ts';
import { type EmailTemplate, TEMPLATE_CATEGORIES } from './model.ts';
import { firstTemplate } from './own-words.ts';

/**
 * Rules for changes of a company's email templates (REC-69 to REC-78). Pure. Each category and language that has templates
 * has exactly one default.
 */

/** Limited because sending a mail reads all templates of its company. */
export const MOST_TEMPLATES = 50;

type Fields = Pick<EmailTemplate, 'name' | 'subject' | 'body' | 'category' | 'language'>;
export type TemplateInput = Fields & { isDefault?: boolean | undefined };
export type TemplateChange = { [K in 'name' | 'subject' | 'body' | 'isDefault']?: EmailTemplate[K] | undefined };

type Change = SetChange<EmailTemplate, EmailTemplate>;

/**
 * Adds a template; the first of a category and language becomes its default.
 *
 * @throws 422 when the company already has `MOST_TEMPLATES`
 */
export function addTemplate(templates: EmailTemplate[], input: TemplateInput, id: string, at: string): Change {
  if (templates.length >= MOST_TEMPLATES)
    throw invalidFields({ name: [`a company has at most ${MOST_TEMPLATES} email templates: remove one first`] });
  const template: EmailTemplate = {
    id,
    name: input.name,
    subject: input.subject,
    body: input.body,
    category: input.category,
    language: input.language,
    isDefault: input.isDefault === true || !templates.some(one => isAlike(one, input)),
    createdAt: at,
    updatedAt: at,
  };
  return { records: [...withoutDefault(templates, template, at), template], result: template };
}

/** Changes a template. @throws 404; 422 for clearing `isDefault` of the default */
export function changeTemplate(templates: EmailTemplate[], id: string, change: TemplateChange, at: string): Change {
  const before = found(templates, id);
  if (before.isDefault && change.isDefault === false)
    throw invalidFields({ isDefault: ['one template is the default: make another one the default instead'] });
  const template = patched(before, { ...change, updatedAt: at });
  const others = withoutDefault(templates, template, at);
  return { records: others.map(one => (one.id === id ? template : one)), result: template };
}

/**
 * Removes a template. A default in a language other than Romanian can be removed when it is the only one of its category in that
 * language: mails then use the built-in texts.
 *
 * @throws 404; 409 for any other default, and for the last template of its category
 */
export function removeTemplate(templates: EmailTemplate[], id: string): SetChange<EmailTemplate, void> {
  const template = found(templates, id);
  const others = templates.filter(one => one.id !== id);
  if (!others.some(one => one.category === template.category))
    throw conflict('The last email template of its category cannot be removed.', { reason: 'last_template' });
  const mayBeWithout = template.language !== 'ro' && !others.some(one => isAlike(one, template));
  if (template.isDefault && !mayBeWithout)
    throw conflict('The default email template cannot be removed; make another one the default first.', {
      reason: 'default_template',
    });
  return { records: others, result: undefined };
}

/** Adds the first template to each category that has none in Romanian. Returns the same array when none is missing. */
export function withFirstTemplates(templates: EmailTemplate[], newId: () => string, at: string): EmailTemplate[] {
  const missing = TEMPLATE_CATEGORIES.filter(
    category => !templates.some(one => one.category === category && one.language === 'ro'),
  );
  if (missing.length === 0) return templates;
  return [...templates, ...missing.map(category => firstTemplate(category, newId(), at))];
}

/** Whether both have the same category and language. */
const isAlike = (one: EmailTemplate, other: Pick<EmailTemplate, 'category' | 'language'>): boolean =>
  one.category === other.category && one.language === other.language;

/** The templates; if the given one is a default, all others of its category and language lose the flag. */
const withoutDefault = (templates: EmailTemplate[], template: EmailTemplate, at: string): EmailTemplate[] =>
  templates.map(one =>
    template.isDefault && one.isDefault && one.id !== template.id && isAlike(one, template)
      ? { ...one, isDefault: false, updatedAt: at }
      : one,
  );

function found(templates: EmailTemplate[], id: string): EmailTemplate {
  const template = templates.find(one => one.id === id);
  if (!template) throw notFound('Email template');
  return template;
}
