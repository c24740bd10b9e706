import * as z from 'zod';
import { uuid } from '#shared/base/kernel/schema.ts';

const template = z.object({ subject: z.string().nullable(), body: z.string().nullable() }).optional();

/** The reminder settings as the API shows them; present.ts makes them. */
export const settingsSchema = z
  .object({
    enabled: z.boolean(),
    offsets: z.array(z.int()),
    sendTime: z.string(),
    attachPdf: z.boolean(),
    minBalance: z.number(),
    language: z.enum(['ro', 'en']).nullable(),
    templates: z.object({ payment_reminder: template, overdue_reminder: template, final_notice: template }),
    excludedClientIds: z.array(uuid()),
    internalNotices: z.boolean(),
  })
  .meta({ id: 'ReminderSettings' });
