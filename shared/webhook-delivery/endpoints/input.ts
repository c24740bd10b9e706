import * as z from 'zod';
import { optionalText } from '../../kernel/fields.ts';
import { patch } from '../../kernel/patch.ts';

/** Request bodies of webhook endpoints (completions-documents §7.1). Further rules, refused with 422, are in rules.ts. */

const fields = {
  url: z.string('must be text').trim().min(1, 'is required').max(2048, 'must have at most 2048 characters'),
  events: z
    .array(z.string('must be text').trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'))
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
