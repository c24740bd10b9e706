import { escapeMarkdown } from '../markdown.ts';
import { DEFAULT_TEMPLATES, type EmailTemplate, type TemplateCategory } from '../templates.ts';
import { filledIn, type TemplateValues } from '../variables.ts';

/** Subject and text of a mail with a document. Pure. */
export interface Words {
  subject: string;
  body: string;
  /** The template that they come from; null for words of ours. */
  templateId: string | null;
}

/** The words of the named template, else of the company's default for the category, else of the one that companies start with. */
export function templateWords(category: TemplateCategory, templates: readonly EmailTemplate[], named?: EmailTemplate): Words {
  const template = named ?? templates.find(one => one.category === category && one.isDefault);
  const { subject, body } = template ?? DEFAULT_TEMPLATES[category];
  return { subject, body, templateId: template?.id ?? null };
}

/** The text as a sender sees and edits it. */
export const editableBodyOf = (text: string, values: TemplateValues): string => filledIn(text, values);

/** A subject is one line. */
export const subjectOf = (text: string, values: TemplateValues): string =>
  filledIn(text, values).replace(/\s+/g, ' ').trim().slice(0, 255);

/** The text as light markdown, for rendering: what values hold stays text. */
export const bodyOf = (text: string, values: TemplateValues): string => filledIn(text, values, escapeMarkdown);
