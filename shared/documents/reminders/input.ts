import * as z from 'zod';
import { decimalBetween, id, MAX_ENTRIES, TOO_MANY_ENTRIES } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';

/** Body of a change of the reminder settings (OUT-85 to OUT-87): absent fields stay unchanged, null sets the default. */

const EARLIEST = -30;
const LATEST = 180;
const MOST_OFFSETS = 10;

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .transform(text => text || null)
    .nullish();

/** Same limits as for other mails (OUT-38). */
const template = z.object({ subject: words(255), body: words(20_000) }).nullish();

const bounds = `must be a whole number of days between ${EARLIEST} and ${LATEST}`;

export const settingsBody = z
  .object({
    enabled: z.boolean('must be true or false').nullish(),
    offsets: z
      .array(z.int(bounds).min(EARLIEST, bounds).max(LATEST, bounds))
      .max(MOST_OFFSETS, `must have at most ${MOST_OFFSETS} entries`)
      .refine(offsets => new Set(offsets).size === offsets.length, 'must not name a day twice')
      .transform(offsets => offsets.toSorted((a, b) => a - b))
      .nullish(),
    sendTime: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in the form HH:mm, such as 09:00')
      .nullish(),
    attachPdf: z.boolean('must be true or false').nullish(),
    minBalance: decimalBetween(2, '0.01', MAX_AMOUNT).nullish(),
    language: z.enum(['ro', 'en'], 'must be ro, en or null').nullish(),
    templates: z.object({ payment_reminder: template, overdue_reminder: template, final_notice: template }).nullish(),
    excludedClientIds: z
      .array(id())
      .max(MAX_ENTRIES, TOO_MANY_ENTRIES)
      .transform(ids => [...new Set(ids)])
      .nullish(),
    internalNotices: z.boolean('must be true or false').nullish(),
  })
  .meta({ id: 'ReminderSettingsChange' });
export type SettingsChange = z.output<typeof settingsBody>;
