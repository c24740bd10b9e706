import * as z from 'zod';
import { id, text } from '#shared/base/kernel/fields.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES } from './model.ts';

/** Bodies and queries of requests about email templates (REC-69 to REC-78). */

export const templateCategory = () => z.enum(TEMPLATE_CATEGORIES, `must be one of ${TEMPLATE_CATEGORIES.join(', ')}`);
export const templateLanguage = () => z.enum(TEMPLATE_LANGUAGES, `must be one of ${TEMPLATE_LANGUAGES.join(', ')}`);

const words = { subject: text(500), body: text(50_000) };

export const newTemplateBody = z
  .object({
    name: text(255),
    ...words,
    category: templateCategory().default('invoice'),
    language: templateLanguage().default('ro'),
    isDefault: z.boolean().optional(),
  })
  .meta({ id: 'EmailTemplateInput' });

export const templateChangeBody = patch({ name: text(255), ...words, isDefault: z.boolean() }).meta({
  id: 'EmailTemplateChange',
});

export const previewBody = z
  .object({
    ...words,
    category: templateCategory().default('invoice'),
    language: templateLanguage().default('ro'),
    documentId: id().nullish(),
  })
  .meta({ id: 'EmailPreviewRequest' });

export const variablesQuery = z.object({ category: templateCategory().default('invoice') });

export const templatesQuery = z.object({ category: templateCategory().optional(), language: templateLanguage().optional() });
