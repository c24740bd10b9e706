import * as z from 'zod';
import { documented, optionalText, text } from '#shared/base/kernel/fields.ts';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import { patch } from '#shared/base/kernel/patch.ts';

/** Request bodies of webhook endpoints (WHK-5). The rules on URLs and event names are in rules.ts. */

const fields = {
  url: documented(text(2048), { type: 'string', format: 'uri', maxLength: 2048 }),
  events: z
    .array(documented(text(100), { type: 'string', enum: ['*', ...Object.keys(EVENTS)] }))
    .min(1, 'must have at least 1 event')
    .max(200, 'must have at most 200 events')
    .transform(events => [...new Set(events)]),
  description: optionalText(255),
  isActive: z.boolean(),
};

export const newWebhookBody = z.object({ ...fields, isActive: fields.isActive.optional() }).meta({ id: 'WebhookInput' });
export type NewWebhook = z.output<typeof newWebhookBody>;

export const webhookChangeBody = patch(fields).meta({ id: 'WebhookChange' });
export type WebhookChange = z.output<typeof webhookChangeBody>;
