import { invalidFields } from '../../kernel/errors.ts';
import type { MailLanguage } from '../layout.ts';
import { escapeMarkdown } from '../markdown.ts';
import type { EmailTemplate, TemplateCategory } from '../templates/model.ts';
import { OWN_WORDS } from '../templates/own-words.ts';
import { filledIn, type TemplateValues } from '../variables.ts';

/** Subject and text of a mail with a document. Pure. */
export interface Words {
  subject: string;
  body: string;
  /** The template that they come from; null for words of ours. */
  templateId: string | null;
}

/** What there is to choose words from. */
export interface Choice {
  templates: readonly EmailTemplate[];
  language: MailLanguage;
  /** The template that the sender names. */
  named?: EmailTemplate | undefined;
}

/** The words of the named template, else of the company's default for category and language, else our own in that language. */
export function templateWords(category: TemplateCategory, { templates, language, named }: Choice): Words {
  const template = named ?? templates.find(one => one.category === category && one.language === language && one.isDefault);
  const { subject, body } = template ?? OWN_WORDS[category][language];
  return { subject, body, templateId: template?.id ?? null };
}

/** The text as a sender sees and edits it. */
export const editableBodyOf = (text: string, values: TemplateValues): string => filledIn(text, values);

/** A subject is one line. */
export const subjectOf = (text: string, values: TemplateValues): string =>
  filledIn(text, values)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 255)
    // Not half of a character.
    .replace(/[\uD800-\uDBFF]$/, '');

/** The text as light markdown, for rendering: what values hold stays text. */
export const bodyOf = (text: string, values: TemplateValues): string => filledIn(text, values, escapeMarkdown);

/** An item of the table holds 400 KB, and a template as long as may be has 150 KB. */
const MOST_BODY_BYTES = 200_000;

/** A body with its variables filled in, in which short names may stand for long values. @throws 422 when it is too long */
export function withinBound(body: string): string {
  if (Buffer.byteLength(body) > MOST_BODY_BYTES)
    throw invalidFields({ body: ['is too long with its variables filled in: use fewer of them'] });
  return body;
}
