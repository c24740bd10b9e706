import type * as z from 'zod';
import { presentNumber } from '#shared/base/kernel/money.ts';
import type { settingsSchema } from './schema.ts';
import { REMINDER_TYPES, type ReminderSettings } from './settings.ts';

/** The settings as the API shows them. `templates` contains only types whose subject or body the company has set. */
export const presentSettings = (settings: ReminderSettings): z.output<typeof settingsSchema> => ({
  enabled: settings.enabled,
  offsets: settings.offsets,
  sendTime: settings.sendTime,
  attachPdf: settings.attachPdf,
  minBalance: presentNumber(settings.minBalance),
  language: settings.language,
  templates: Object.fromEntries(
    REMINDER_TYPES.flatMap(type => {
      const { subject = null, body = null } = settings.templates[type] ?? {};
      return subject === null && body === null ? [] : [[type, { subject, body }]];
    }),
  ),
  excludedClientIds: settings.excludedClientIds,
  internalNotices: settings.internalNotices,
});
