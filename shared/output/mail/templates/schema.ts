import * as z from 'zod';
import { recordShape } from '#shared/base/kernel/schema.ts';
import { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES } from './model.ts';

/** Response schemas of email templates. */

export const templateSchema = z
  .object({
    ...recordShape,
    name: z.string(),
    subject: z.string(),
    body: z.string(),
    category: z.enum(TEMPLATE_CATEGORIES),
    language: z.enum(TEMPLATE_LANGUAGES),
    isDefault: z.boolean(),
  })
  .meta({ id: 'EmailTemplate' });

export const previewSchema = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    unknownVariables: z.array(z.string()),
  })
  .meta({ id: 'EmailPreview' });

const listedName = { name: z.string(), placeholder: z.string(), description: z.string() };

export const variablesSchema = z
  .object({
    category: z.enum(TEMPLATE_CATEGORIES),
    variables: z.array(z.object({ ...listedName, sample: z.string() })),
    conditions: z.array(z.object(listedName)),
  })
  .meta({ id: 'EmailTemplateVariables' });
