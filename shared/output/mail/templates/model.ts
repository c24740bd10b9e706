import type { MailLanguage } from '../layout.ts';

/** Email templates of a company (REC-69 to REC-78): subject and body of mails with documents. */

export const TEMPLATE_CATEGORIES = ['invoice', 'delivery_note', 'proforma'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** The languages of templates. Each category always has a template in the first one, Romanian. */
export const TEMPLATE_LANGUAGES = ['ro', 'en'] as const satisfies MailLanguage[];

export interface EmailTemplate {
  id: string;
  name: string;
  subject: string;
  /** Markdown with `[[variables]]`. */
  body: string;
  category: TemplateCategory;
  language: MailLanguage;
  /** Whether it is the default of its category and language, used when a send call gives no subject or body. */
  isDefault: boolean;
  createdAt: string;
  updatedAt: string;
}
