import { invalidFields } from '#shared/base/kernel/errors.ts';
import type { MailLanguage } from '../layout.ts';
import { escapeMarkdown } from '../markdown.ts';
import type { EmailTemplate, TemplateCategory } from '../templates/model.ts';
import { OWN_WORDS } from '../templates/own-words.ts';
import { filledIn, type TemplateValues } from '../variables.ts';

/** Subject and text of a mail with a document. Pure. */
export interface Words {
  subject: string;
  body: string;
  /** Id of the template they come from; null for the built-in texts. */
  templateId: string | null;
}

/** What subject and body are chosen from. */
export interface Choice {
  templates: readonly EmailTemplate[];
  language: MailLanguage;
  /** The template that the sender names. */
  named?: EmailTemplate | undefined;
}

/** Subject and body of the named template, else of the company's default for category and language, else the built-in ones. */
export function templateWords(category: TemplateCategory, { templates, language, named }: Choice): Words {
  const template = named ?? templates.find(one => one.category === category && one.language === language && one.isDefault);
  const { subject, body } = template ?? OWN_WORDS[category][language];
  return { subject, body, templateId: template?.id ?? null };
}

/** The body with variables filled in but not escaped, for a sender to see and edit. */
export const editableBodyOf = (text: string, values: TemplateValues): string => filledIn(text, values);

/** The subject with variables filled in: a single line of at most 255 UTF-16 units. */
export const subjectOf = (text: string, values: TemplateValues): string =>
  filledIn(text, values)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 255)
    // The cut may leave half of a surrogate pair.
    .replace(/[\uD800-\uDBFF]$/, '');

/** The body with variables filled in as light markdown, for rendering; values are escaped. */
export const bodyOf = (text: string, values: TemplateValues): string => filledIn(text, values, escapeMarkdown);

/** A DynamoDB item holds at most 400 KB; the longest template has 150 KB. */
const MOST_BODY_BYTES = 200_000;

/**
 * Checks the length of a body with its variables filled in: short names may stand for long values.
 *
 * @throws 422 when it is too long
 */
export function withinBound(body: string): string {
  if (Buffer.byteLength(body) > MOST_BODY_BYTES)
    throw invalidFields({ body: ['is too long with its variables filled in: use fewer of them'] });
  return body;
}
