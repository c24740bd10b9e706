import * as z from 'zod';
import { recordShape } from '../../kernel/schema.ts';
import { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES } from './model.ts';

/** What answers show of email templates. */

export const templateSchema = z.object({
  ...recordShape,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
  language: z.enum(TEMPLATE_LANGUAGES),
  isDefault: z.boolean(),
});
