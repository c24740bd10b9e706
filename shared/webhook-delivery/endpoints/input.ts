import * as z from 'zod';
import { optionalText, text } from '../../kernel/fields.ts';
import { patch } from '../../kernel/patch.ts';

/** Request bodies of webhook endpoints (completions-documents §7.1). The rules on URLs and event names are in rules.ts. */

const fields = {
  url: text(2048),
  events: z
    .array(text(100))
    .min(1, 'must have at least 1 event')
    .max(200, 'must have at most 200 events')
    .transform(events => [...new Set(events)]),
  description: optionalText(255),
  isActive: z.boolean(),
};

export const newWebhookBody = z.object({ ...fields, isActive: fields.isActive.optional() });
export type NewWebhook = z.output<typeof newWebhookBody>;

export const webhookChangeBody = patch(fields);
export type WebhookChange = z.output<typeof webhookChangeBody>;

/** `graceHours`: hours during which the replaced secret also signs. */
export const newSecretBody = z.object({
  graceHours: z.int('must be a whole number').min(0, 'must be at least 0').max(72, 'must be at most 72').optional(),
});
