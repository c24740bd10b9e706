import type { MailLanguage } from '../layout.ts';

/** E-mail templates of a company (completions-accounts §16): the words of mails with documents. */

export const TEMPLATE_CATEGORIES = ['invoice', 'delivery_note', 'proforma'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** The languages that templates are written in. Each category always has one in the first, which is its default there. */
export const TEMPLATE_LANGUAGES = ['ro', 'en'] as const satisfies MailLanguage[];

export interface EmailTemplate {
  id: string;
  name: string;
  subject: string;
  /** Markdown with `[[variables]]`. */
  body: string;
  category: TemplateCategory;
  language: MailLanguage;
  /** Of its category and language: its words are taken where a send call gives none. */
  isDefault: boolean;
  createdAt: string;
  updatedAt: string;
}
