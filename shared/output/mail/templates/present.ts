import type * as z from 'zod';
import { presentRecord } from '#shared/base/kernel/records.ts';
import type { EmailTemplate } from './model.ts';
import type { templateSchema } from './schema.ts';

export const presentTemplate = (template: EmailTemplate): z.infer<typeof templateSchema> => ({
  ...presentRecord(template),
  name: template.name,
  subject: template.subject,
  body: template.body,
  category: template.category,
  language: template.language,
  isDefault: template.isDefault,
});
